import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a server that can forget connections, as a firewall does: nothing gets through, and neither end is told. */
export async function startForgetfulNetwork({ hostname, port }: URL) {
  const known = new Set<Socket>()
  const all = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect({ host: hostname, port: Number(port) })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      known.add(from)
      all.add(from)
      from.on('data', (data) => known.has(from) && to.write(data))
      from.on('error', () => {})
      from.on('close', () => known.has(from) && to.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    forget: () => known.clear(),
    async stop() {
      for (const socket of all) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
