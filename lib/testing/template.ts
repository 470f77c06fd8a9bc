import type { TestProject } from 'vitest/node'
import { startTestServer, type TestServer } from './server'

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
  }
}

/** Vitest's global set-up of the database tests. */
export default async function setup(project: TestProject) {
  const { server, stop } = await startTestServer()
  project.provide('testServer', server)
  return stop
}
