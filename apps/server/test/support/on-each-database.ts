import { afterAll, beforeAll, describe } from 'vitest'
import { DATABASES } from './databases.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/** Runs the same tests over SQLite and over PostgreSQL, each with a server of its own. */
export function onEachDatabase(title: string, define: (server: () => TestServer) => void): void {
  describe.each(DATABASES)(`${title} on %s`, (name) => {
    let server: TestServer
    beforeAll(async () => {
      server = await startTestServer(name)
    })
    afterAll(() => server.stop())
    define(() => server)
  })
}
