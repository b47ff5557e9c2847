import { connect, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pinnedRandom } from '../support/attack.ts'
import { DATABASES, makeDatabase, type TestDatabase } from '../support/databases.ts'
import { flowBody } from '../support/flows.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'
import { makeWriters } from './accounts.ts'
import { SERVER } from './server-env.ts'

/** When a connection is cut: after the whole request, or when the response begins. */
const CUTS = ['request', 'answer'] as const

describe.each(DATABASES)('a save whose response is lost, on %s', (name) => {
  let storage: TestDatabase
  let server: ServerProcess
  let token: string
  beforeAll(async () => {
    storage = await makeDatabase(name)
    const [writer] = await makeWriters(storage, 1, pinnedRandom())
    token = writer?.account.token ?? ''
    server = await startProcess({ storage, env: SERVER })
  })
  afterAll(async () => {
    await server.end()
    await storage.remove()
  })

  const call = async (url: string, path: string, { method = 'GET', key = '', body = {} } = {}) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        ...(key && { 'idempotency-key': key }),
      },
      ...(method !== 'GET' && { body: JSON.stringify(body) }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects, and fails on what is not there.
    return { status: answer.status, data: ((await answer.json()) as any).data }
  }
  const named = async (flowName: string) => {
    const { data } = await call(server.url, '/api/flows')
    return data.filter(({ name }: { name: string }) => name === flowName)
  }

  it.each(CUTS)('[REL-DU10] by a cut after the %s creates one flow when it is repeated with its key', async (cut) => {
    const flow = flowBody({ name: `Cut after the ${cut}` })
    const proxy = await startProxy(server, cut)
    const save = { method: 'POST', key: `key-${cut}`, body: flow }
    await expect(call(proxy.url, '/api/flows', save)).rejects.toThrow(TypeError)
    proxy.server.close()

    const first = await call(server.url, '/api/flows', save)
    const second = await call(server.url, '/api/flows', save)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.data).toEqual(first.data)
    expect(await named(flow.name)).toMatchObject([{ id: first.data.id }])
    expect((await call(server.url, '/api/flows', { ...save, body: flowBody() })).status).toBe(422)
  })

  it('[REL-DU10] returns the current flow, after kill -9 too', async () => {
    const flow = flowBody({ name: 'Saved on since' })
    const save = { method: 'POST', key: 'key-now', body: flow }
    const made = await call(server.url, '/api/flows', save)
    const changed = { ...flow, name: 'Saved again', version: 1 }
    await call(server.url, `/api/flows/${made.data.id}`, { method: 'PUT', body: changed })
    await server.end('SIGKILL')
    server = await startProcess({ storage, env: SERVER })
    const again = await call(server.url, '/api/flows', save)
    expect(again).toMatchObject({ status: 201, data: { id: made.data.id, name: 'Saved again', version: 2 } })
    expect(await named('Saved again')).toHaveLength(1)
    expect(await named('Saved on since')).toHaveLength(0)
  })
})

/** A proxy that cuts both connections at the given moment. */
async function startProxy(
  { url }: ServerProcess,
  cut: (typeof CUTS)[number],
): Promise<{ url: string; server: Server }> {
  const server = createServer((client) => {
    const upstream = connect({ host: '127.0.0.1', port: Number(new URL(url).port) })
    const cutBoth = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) socket.on('error', () => {})
    client.on('data', (chunk) => {
      // The body of a small flow ends like this.
      const isWhole = chunk.includes('"edges":[') && chunk.toString().endsWith('}')
      upstream.write(chunk, () => {
        if (cut === 'request' && isWhole) cutBoth()
      })
    })
    upstream.on('data', cutBoth)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}`, server }
}
