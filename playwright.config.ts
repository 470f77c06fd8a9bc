import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

const system = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((p) => p && existsSync(p))
process.env.E2E_HOME ??= join(tmpdir(), `daybook-e2e-${process.pid}`)
const port = Number(process.env.E2E_PORT ?? 3499)

export default defineConfig({
  testDir: 'e2e',
  workers: 1,
  reporter: 'list',
  use: {
    baseURL: `http://localhost:${port}`,
    trace: 'retain-on-failure',
    launchOptions: {
      ...(system ? { executablePath: system } : {}),
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
  webServer: {
    command: 'node scripts/start.mjs',
    url: `http://localhost:${port}/sign-in`,
    env: { PORT: String(port), DAYBOOK_HOME: process.env.E2E_HOME },
    timeout: 180_000,
    stdout: 'ignore',
    gracefulShutdown: { signal: 'SIGINT', timeout: 15_000 },
  },
})
