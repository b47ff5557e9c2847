import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { makeEmptyDatabase } from '../../server/test/support/databases.ts'
import { flowBody } from '../../server/test/support/flows.ts'
// Declares what the tests of the server are handed.
import type {} from '../../server/test/support/prepared.setup.ts'
import { startTestServer, type TestServer, type TestUser } from '../../server/test/support/test-server.ts'
import { runInProcess } from './run-in-process.ts'

/** A flow that can be simulated. */
const EXAMPLE = new URL('../../../examples/design-in-ci/designs/shop.json', import.meta.url)

describe('flows of a server', () => {
  let server: TestServer
  let http: Server
  let url: string
  let folder: string
  let user: TestUser
  let environment: NodeJS.ProcessEnv

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plimsoll-'))
    server = await startTestServer('SQLite', { storage: await makeEmptyDatabase('SQLite') })
    http = createServer(async (request, response) => {
      const { method = 'GET', headers } = request
      const body = await text(request)
      const about = { authorization: `${headers.authorization}` }
      const answer = await server.request(request.url ?? '', { method, headers: about, ...(body && { text: body }) })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text)
    })
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    http.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  beforeEach(async () => {
    user = await server.addUser()
    environment = { PLIMSOLL_TOKEN: await apiToken('write') }
  })

  const apiToken = async (scope: string): Promise<string> => {
    const body = { name: 'Terminal', scope, days: 1 }
    return (await server.request('/api/profile/tokens', { token: user.token, body })).body.data.token
  }
  const run = (...words: string[]) => runInProcess(folder, [...words, '--server', url], environment)
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
  const write = (name: string, document: unknown) => writeFileSync(join(folder, name), JSON.stringify(document))

  it('[CLI-350] [CLI-351] [CLI-408] a file is pushed as a new flow, then over it, and pulled again', async () => {
    write('shop.json', flowBody({ name: 'Shop' }))
    const made = await run('push', 'shop.json')
    const { id } = read('shop.json')
    expect(made).toMatchObject({ status: 0, stdout: `“Shop” is saved as version 1: ${url}/flow/${id}\n`, stderr: '' })
    write('shop.json', { ...read('shop.json'), name: 'Larger shop' })
    expect(await run('push', 'shop.json', '--note', 'Renamed')).toMatchObject({ status: 0 })
    expect(read('shop.json')).toMatchObject({ id, version: 2, name: 'Larger shop' })
    const { data } = (await server.request(`/api/flows/${id}/versions`, { token: user.token })).body
    expect(data).toMatchObject([{ version: 2, note: 'Renamed' }, { version: 1 }])

    expect(await run('pull', 'copy.json', '--flow', id)).toMatchObject({ status: 0 })
    expect(read('copy.json')).toEqual(read('shop.json'))
    expect(await run('pull', 'address.json', '--flow', `${url}/flow/${id}`)).toMatchObject({ status: 0 })
    expect(read('address.json')).toEqual(read('shop.json'))
    write('copy.json', { id })
    expect(await run('pull', 'copy.json')).toMatchObject({ status: 0 })
    expect(read('copy.json')).toEqual(read('shop.json'))
    expect(await run('push', 'copy.json', '--new')).toMatchObject({ status: 0 })
    expect(read('copy.json').id).not.toBe(id)
  })

  it('[CLI-352] a file is not pushed over what was changed meanwhile', async () => {
    write('shop.json', flowBody())
    await run('push', 'shop.json')
    const { id } = read('shop.json')
    await server.request(`/api/flows/${id}`, { method: 'PUT', token: user.token, body: flowBody({ version: 1 }) })
    const before = readFileSync(join(folder, 'shop.json'), 'utf8')
    const { status, stderr } = await run('push', 'shop.json')
    expect([status, stderr]).toEqual([1, expect.stringContaining('changed elsewhere')])
    expect(readFileSync(join(folder, 'shop.json'), 'utf8')).toBe(before)
  })

  it('[CLI-353] what the server refuses is said with the fault of each path', async () => {
    write('bad.json', flowBody({ name: 'x' }))
    expect(await run('push', 'bad.json')).toMatchObject({ status: 1, stderr: expect.stringContaining('  name ') })
    environment = { PLIMSOLL_TOKEN: await apiToken('read') }
    write('shop.json', flowBody())
    expect(await run('push', 'shop.json')).toMatchObject({
      status: 1,
      stderr: 'This API token may not do this. (403)\n',
    })
    environment = { PLIMSOLL_TOKEN: 'plk_no' }
    expect(await run('pull', 'x.json', '--flow', 'x')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('PLIMSOLL_TOKEN'),
    })
  })

  it('[CLI-354] a missing token, an address that is none, and a file that names no flow are wrong input', async () => {
    const calls = [
      runInProcess(folder, ['pull', 'x.json', '--server', url], {}),
      runInProcess(folder, ['pull', 'x.json', '--server', 'plimsoll'], environment),
      run('pull', 'missing.json'),
      run('push', 'missing.json'),
    ]
    const faults = ['PLIMSOLL_TOKEN is not set', '--server plimsoll: must be', 'Which flow?', 'cannot be read']
    for (const [index, call] of calls.entries())
      expect(await call).toMatchObject({ status: 2, stderr: expect.stringContaining(faults[index] ?? '') })
  })

  it.each(['secret\nx', 'secret x', 'secret…'])('[CLI-396] %j is no token, and is not printed', async (token) => {
    const { status, stderr } = await runInProcess(folder, ['pull', 'x.json', '--flow', 'x', '--server', url], {
      PLIMSOLL_TOKEN: token,
    })
    expect([status, stderr.includes('PLIMSOLL_TOKEN is no API token')]).toEqual([2, true])
    expect(stderr).not.toContain('secret')
  })

  it('[CLI-396] white space around a token does not count', async () => {
    environment = { PLIMSOLL_TOKEN: `${environment.PLIMSOLL_TOKEN}\n` }
    expect(await run('simulate', 'none')).toMatchObject({ status: 2, stderr: expect.stringContaining('(40') })
  })

  it('[CLI-370] what the server holds is simulated here, by id or address, as from a file', async () => {
    write('shop.json', { ...JSON.parse(readFileSync(EXAMPLE, 'utf8')), name: 'Shop', description: 'As it is sold' })
    expect(await run('push', 'shop.json')).toMatchObject({ status: 0, stderr: '' })
    const { id } = read('shop.json')
    environment = { PLIMSOLL_TOKEN: await apiToken('read') }
    const short = ['--duration', '500ms', '--replications', '1', '--threads', '1', '--format', 'json']
    const fromFile = await runInProcess(folder, ['simulate', 'shop.json', ...short], {})
    expect(JSON.parse(fromFile.stdout)).toMatchObject({ flow: { name: 'Shop' } })
    for (const name of [id, `/flow/${id}`, `${url}/flow/${id}/predict`]) {
      const { status, stdout, stderr } = await run('simulate', name, ...short)
      expect(stderr).toBe(fromFile.stderr)
      expect([status, stdout]).toEqual([fromFile.status, fromFile.stdout])
    }
  })

  it('[CLI-371] a flow that is not there, a server that is away, and a token that is missing or unknown are wrong input', async () => {
    const nobodys = '00000000-0000-4000-8000-000000000000'
    const [none, away, missing, unknown] = [
      await run('simulate', nobodys),
      await runInProcess(folder, ['simulate', 'x', '--server', 'http://127.0.0.1:1'], environment),
      await runInProcess(folder, ['simulate', 'x', '--server', url], {}),
      await runInProcess(folder, ['simulate', 'x', '--server', url], { PLIMSOLL_TOKEN: `plk_${'x'.repeat(43)}` }),
    ]
    expect([none, away, missing, unknown]).toMatchObject([
      { status: 2, stderr: expect.stringContaining('Not found. (404)') },
      { status: 2, stderr: expect.stringContaining('http://127.0.0.1:1 cannot be reached') },
      { status: 2, stderr: expect.stringContaining('PLIMSOLL_TOKEN is not set') },
      { status: 2, stderr: expect.stringContaining('does not know the API token') },
    ])
  })

  it('[CLI-417] the design of the example is pushed as it is', async () => {
    writeFileSync(join(folder, 'example.json'), readFileSync(EXAMPLE))
    expect(await run('push', 'example.json')).toMatchObject({ status: 0, stderr: '' })
  })

  it('[CLI-418] a link stays one, also to another file system', async () => {
    const elsewhere = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'plimsoll-'))
    onTestFinished(() => rmSync(elsewhere, { recursive: true }))
    writeFileSync(join(elsewhere, 'shop.json'), JSON.stringify(flowBody({ name: 'Shop' })))
    symlinkSync(join(elsewhere, 'shop.json'), join(folder, 'link.json'))
    expect(await run('push', 'link.json')).toMatchObject({ status: 0 })
    expect(lstatSync(join(folder, 'link.json')).isSymbolicLink()).toBe(true)
    expect(readdirSync(elsewhere)).toEqual(['shop.json'])
    expect(read('link.json')).toMatchObject({ version: 1 })
  })

  it('[CLI-418] a file keeps its permissions, and no other is left beside it', async () => {
    write('kept.json', flowBody({ name: 'Shop' }))
    chmodSync(join(folder, 'kept.json'), 0o644)
    expect(await run('push', 'kept.json')).toMatchObject({ status: 0 })
    expect(statSync(join(folder, 'kept.json')).mode & 0o777).toBe(0o644)
    expect(read('kept.json')).toMatchObject({ version: 1 })
    mkdirSync(join(folder, 'sub'))
    const before = readdirSync(folder)
    const { id } = read('kept.json')
    expect(await run('pull', 'sub', '--flow', id)).toMatchObject({ status: 2 })
    expect(readdirSync(folder)).toEqual(before)
  })

  it('[CLI-355] a server that is away is named', async () => {
    const away = await runInProcess(
      folder,
      ['pull', 'x.json', '--flow', 'x', '--server', 'http://127.0.0.1:1'],
      environment,
    )
    expect(away).toMatchObject({ status: 1, stderr: expect.stringContaining('http://127.0.0.1:1 cannot be reached') })
  })
})
