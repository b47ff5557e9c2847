import { afterAll, beforeAll, describe } from 'vitest'
import { DATABASES } from './databases.ts'
import { flowBody } from './flows.ts'
import { connect, type LiveClient } from './live-clients.ts'
import { type LiveServer, startLiveServer } from './live-server.ts'
import type { TestServerOptions, TestUser } from './test-server.ts'

/** A flow of a user of its own. */
export async function addFlow(server: LiveServer, owner?: TestUser) {
  const user = owner ?? (await server.addUser())
  const answer = await server.request('/api/flows', { token: user.token, body: flowBody() })
  return { owner: user, id: answer.body.data.id as string }
}

interface LiveTests {
  server(): LiveServer
  /** Connects; whatever is open is closed after all tests. */
  join(flowId: string, user: { token: string }): LiveClient
}

/** Runs the same tests over SQLite and over PostgreSQL, each with a server of its own that has sockets. */
export function onEachLiveServer(
  title: string,
  define: (tests: LiveTests) => void,
  options: TestServerOptions = {},
): void {
  describe.each(DATABASES)(`${title} on %s`, (name) => {
    let server: LiveServer
    const clients: LiveClient[] = []
    beforeAll(async () => {
      server = await startLiveServer(name, options)
    })
    afterAll(async () => {
      for (const client of clients) client.close()
      await server.stop()
    })
    define({
      server: () => server,
      join: (flowId, { token }) => {
        const client = connect(server.url, { flowId, token })
        clients.push(client)
        return client
      },
    })
  })
}
