import { listen } from '../../src/http-server.ts'
import type { DatabaseName } from './databases.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './test-server.ts'

export interface LiveServer extends TestServer {
  url: string
}

/** A test server that listens to the network, with sockets. */
export async function startLiveServer(name: DatabaseName, options: TestServerOptions = {}): Promise<LiveServer> {
  const server = await startTestServer(name, { hasRateLimits: false, ...options })
  const live = server.live()
  const http = await listen({
    fetch: server.fetch,
    upgrades: live.sockets,
    port: 0,
    host: '127.0.0.1',
    headers: {},
  })
  live.start()
  return {
    ...server,
    url: `http://127.0.0.1:${http.port}`,
    async stop() {
      await live.stop()
      await http.stop()
      await server.stop()
    },
  }
}
