import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/boot/chromium.mjs'

// Workers read this file again, and must find the same home and port.
process.env.E2E_HOME ??= join(tmpdir(), `daybook-e2e-${process.pid}`)
// Of the worlds that tests make in their own process; it is read once, whichever spec comes first.
process.env.NEXTAUTH_SECRET ??= 'a-secret-of-the-tests-alone-0123456789'
process.env.CHROMIUM_PATH ??= findChromium() ?? ''
const port = process.env.E2E_PORT ?? '3499'
const isRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: 'e2e',
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  timeout: 60_000,
  use: {
    baseURL: `http://localhost:${port}`,
    // Pictures of every moment cost more than the tests; the snapshots show the page all the same.
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: isRoot ? ['--no-sandbox'] : [], // Chromium's sandbox does not run as root
    },
  },
  webServer: {
    command: 'node scripts/start.mjs',
    url: `http://localhost:${port}/sign-in`,
    env: {
      PORT: port,
      DAYBOOK_HOME: process.env.E2E_HOME,
      DAYBOOK_TEST: '1',
      // The tests bring a database, a company and secrets of their own, whatever the environment names.
      DATABASE_URL: '',
      DATABASE_OWNER_URL: '',
      NEXTAUTH_SECRET: '',
      SAMPLE: '1',
      HOST: '',
    },
    timeout: 240_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGINT', timeout: 20_000 },
  },
})
