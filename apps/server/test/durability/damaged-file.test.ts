import { chmod, copyFile, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sized } from '../../../../tooling/lib/test-size.ts'
import { measured, pinnedRandom } from '../support/attack.ts'
import { sqliteIn, type TestDatabase } from '../support/databases.ts'
import { flowBody } from '../support/flows.ts'
import { newFolder } from '../support/new-folder.ts'
import { startProcess } from '../support/server-process.ts'
import { startTestServer } from '../support/test-server.ts'
import { SERVER } from './server-env.ts'

const FLOWS = 40
/** What a request for a flow may be answered with when something is damaged: not found, or an error that says so. */
const CLEAR = [401, 404, 500, 503]
/** Also where a byte of a name makes it look like a database of others. */
const REFUSAL = /Restore a backup with `npx plimsoll admin restore|newer version|belongs to another program/
const ADVICE = /Restore a backup with `npx plimsoll admin restore/

const random = pinnedRandom()
let original: { file: string; token: string; flows: Map<string, unknown> }
const open: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  const server = await startTestServer('SQLite')
  const { token } = await server.addUser()
  const flows = new Map<string, unknown>()
  for (let index = 0; index < FLOWS; index++) {
    const description = Array.from({ length: 20 }, () => random().toString(36)).join(' ')
    const { data } = (await server.request('/api/flows', { token, body: flowBody({ description }) })).body
    flows.set(data.id, data)
  }
  const dataDir = await newFolder('damaged')
  open.push(() => rm(dataDir, { recursive: true }))
  await server.database.close()
  await copyFile(join(server.dataDir, 'plimsoll.db'), join(dataDir, 'plimsoll.db'))
  await server.storage.remove()
  original = { file: join(dataDir, 'plimsoll.db'), token, flows }
})
afterAll(async () => {
  for (const close of open.splice(0)) await close()
})

async function copy(): Promise<{ storage: TestDatabase; file: string }> {
  const dataDir = await newFolder('damaged')
  const file = join(dataDir, 'plimsoll.db')
  await copyFile(original.file, file)
  return { storage: sqliteIn(dataDir, () => rm(dataDir, { recursive: true, force: true })), file }
}

describe('a damaged SQLite database', () => {
  it('[REL-DU6] with a flipped byte is refused with what to do, or serves: each flow as it was, or a clear error', {
    timeout: 600_000,
  }, async ({ task }) => {
    const rounds = sized({ small: 12, full: 200 })
    let refused = 0
    let errors = 0
    // As it is stored.
    const headers = { authorization: `Bearer ${original.token}`, 'accept-encoding': 'gzip' }
    for (let round = 0; round < rounds; round++) {
      const { storage, file } = await copy()
      const bytes = await readFile(file)
      const at = Math.floor(random() * bytes.length)
      bytes[at] = (bytes[at] ?? 0) ^ (1 + Math.floor(random() * 255))
      await writeFile(file, bytes)
      const server = await startTestServer('SQLite', { storage }).catch((error: Error) => {
        expect(error.message).toMatch(REFUSAL)
        refused++
      })
      if (!server) {
        expect((await readFile(file)).equals(bytes)).toBe(true)
        await storage.remove()
        continue
      }
      for (const [id, flow] of original.flows) {
        const answer = await server.fetch(new Request(`http://localhost/api/flows/${id}`, { headers }))
        const bytes = Buffer.from(await answer.arrayBuffer())
        if (answer.status === 200) {
          expect(JSON.parse(gunzipSync(bytes).toString()).data, `a byte at ${at}`).toEqual(flow)
        } else {
          errors++
          expect(CLEAR, `a byte at ${at}`).toContain(answer.status)
          expect(JSON.parse(bytes.toString()).message).toMatch(/\S/)
        }
      }
      await server.stop().catch(() => storage.remove())
    }
    measured(task, `${rounds} flipped bytes: ${refused} starts refused, ${errors} flows not shown, none altered`)
  })

  it.each([
    ['that ends early', (file: string) => truncate(file, 8_192)],
    ['that is a text', (file: string) => writeFile(file, 'Not a database at all. '.repeat(1_000))],
    [
      'whose first page is zeros',
      async (file: string) => {
        const bytes = await readFile(file)
        await writeFile(file, bytes.fill(0, 0, 4_096))
      },
    ],
  ])('[REL-DU6] %s ends the start with what to do, and stays as it is', async (_, damage) => {
    const { storage, file } = await copy()
    await damage(file)
    const before = await readFile(file)
    await expect(startProcess({ storage, env: SERVER })).rejects.toThrow(ADVICE)
    expect((await readFile(file)).equals(before)).toBe(true)
    await storage.remove()
  })

  it('[REL-DU6] that cannot be written ends the start with the reason, and stays as it is', async ({ skip }) => {
    skip(process.getuid?.() !== 0, 'another user is needed, which only root can be')
    const { storage, file } = await copy()
    await chmod(file, 0o444)
    await chmod(storage.dataDir, 0o555)
    const before = await readFile(file)
    const under = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
    await expect(startProcess({ storage, env: SERVER, under })).rejects.toThrow(/cannot be (?:opened|used): /)
    expect((await readFile(file)).equals(before)).toBe(true)
    await chmod(storage.dataDir, 0o755)
    await storage.remove()
  })

  it('[REL-DU6] in a folder that is gone, or empty after it was used, is not replaced by an empty one', async () => {
    const { storage, file } = await copy()
    const server = await startProcess({ storage, env: SERVER })
    await server.end()
    for (const damage of [() => truncate(file, 0), () => rm(file)]) {
      await damage()
      await expect(startProcess({ storage, env: SERVER })).rejects.toThrow(ADVICE_OF_FOLDER)
      const size = (await stat(file).catch(() => undefined))?.size
      expect(size ?? 0).toBe(0)
    }
    expect((await readdir(storage.dataDir)).filter((name) => name.startsWith('plimsoll.db'))).toEqual([])
    await storage.remove()
    await expect(startProcess({ storage: { ...storage, dataDir: '/dev/null/data' }, env: SERVER })).rejects.toThrow(
      /The data folder \/dev\/null\/data cannot be used/,
    )
  })
})

const ADVICE_OF_FOLDER = /Put it back or restore a backup/
