import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteConnection from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import { runAdmin } from '../support/admin-command.ts'
import { pinnedRandom } from '../support/attack.ts'
import { flowBody } from '../support/flows.ts'
import { startTarget, type Target } from '../support/target.ts'

/** `npm run verify:durability` uses more. */
const FLOWS = Number(process.env.BACKUP_FLOWS ?? 40)
const WRITERS = 4

const open: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plimsoll-backup-'))
  open.push(() => rm(folder, { recursive: true }))
  return folder
}

async function start(): Promise<Target> {
  const target = await startTarget('SQLite')
  open.push(target.stop)
  return target
}

const at = (dataDir: string) => ({ storage: { dataDir, databaseUrl: undefined } })

const random = pinnedRandom()

/** About 60 KB that compress badly. */
function flowText(label: string, version?: number) {
  const data = () => ({ label: `${label} ${Array.from({ length: 60 }, random).join(' ')}` })
  const nodes = Array.from({ length: 50 }, (_, index) => ({
    id: `node-${index}`,
    type: 'Server',
    position: { x: 0, y: 0 },
    data: data(),
  }))
  return flowBody({ name: label, nodes, edges: [], ...(version && { version }) })
}

describe('a backup', { timeout: 120_000 }, () => {
  it('[REL-DU7] [API-84] [API-528] made during saves contains all acknowledged writes, and can be restored to an empty folder', async () => {
    const [target, folder] = [await start(), await makeFolder()]
    const { token } = await target.addUser()
    const answered = new Map<string, number>()
    for (let index = 0; index < FLOWS; index++) {
      const made = await target.call('/api/flows', { token, body: flowText(`Flow ${index}`) })
      answered.set(made.body.data.id, 1)
    }

    let isOver = false
    const times: number[] = []
    async function saveAgainAndAgain(ids: readonly string[]) {
      for (let index = 0; !isOver; index++) {
        const id = ids[index % ids.length] ?? ''
        const version = answered.get(id) ?? 0
        const { status, ms } = await target.call(`/api/flows/${id}`, {
          method: 'PUT',
          token,
          body: flowText(`Version ${version + 1}`, version),
        })
        expect(status).toBe(200)
        answered.set(id, version + 1)
        times.push(ms)
      }
    }
    const ids = [...answered.keys()]
    const writers = Array.from({ length: WRITERS }, (_, writer) =>
      saveAgainAndAgain(ids.filter((_, index) => index % WRITERS === writer)),
    )
    while (times.length < 40) await Promise.race([...writers, target.call('/api/health')])
    const before = new Map(answered)
    const alone = times.splice(0)

    const file = join(folder, 'backup.db')
    const backup = await runAdmin(['backup', file], at(target.storage.dataDir))
    isOver = true
    await Promise.all(writers)
    expect(backup).toMatchObject({ code: 0, errors: '', output: expect.stringContaining(`1 user, ${FLOWS} flows`) })
    console.log(
      `${backup.output} Saves: slowest of ${alone.length} ${slowest(alone)} ms, meanwhile of ${times.length} ${slowest(times)} ms`,
    )
    expect(times.length).toBeGreaterThan(0)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['backup.db'])

    const empty = join(folder, 'restored')
    const restored = await runAdmin(['restore', file], at(empty))
    expect(restored).toMatchObject({ code: 0, errors: '' })
    expect(await readdir(empty)).toEqual(['plimsoll.db'])
    const kept = new SqliteConnection(join(empty, 'plimsoll.db'), { readonly: true })
    const rows = kept.prepare('select id, version, name from flows').all() as {
      id: string
      version: number
      name: string
    }[]
    expect(kept.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(kept.prepare('select count(*) from sessions').pluck().get()).toBe(0)
    kept.close()
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(ids))
    for (const { id, version, name } of rows) {
      expect(version).toBeGreaterThanOrEqual(before.get(id) ?? 0)
      if (version > 1) expect(name).toBe(`Version ${version}`)
    }
  })

  it('[API-499] never overwrites a file, and fails without a database', async () => {
    const [target, folder] = [await start(), await makeFolder()]
    const file = join(folder, 'backup.db')
    await writeFile(file, 'precious')
    const refused = await runAdmin(['backup', file], at(target.storage.dataDir))
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining(`${file} exists already.`) })
    expect(await readFile(file, 'utf8')).toBe('precious')
    const nothing = await runAdmin(['backup', join(folder, 'other.db')], at(folder))
    expect(nothing).toMatchObject({ code: 1, errors: expect.stringContaining('There is no database at') })
    const nowhere = await runAdmin(['backup', join(folder, 'no', 'such.db')], at(target.storage.dataDir))
    expect(nowhere).toMatchObject({ code: 1, errors: expect.stringContaining('No backup was made: ENOENT') })
    expect(await readdir(folder)).toEqual(['backup.db'])
  })
})

describe('a restore', { timeout: 120_000 }, () => {
  async function startWithBackup() {
    const [target, folder] = [await start(), await makeFolder()]
    await target.addUser()
    const file = join(folder, 'backup.db')
    expect((await runAdmin(['backup', file], at(target.storage.dataDir))).code).toBe(0)
    return { target, folder, file }
  }

  it('[API-85] is refused while a server runs, and does not affect it', async () => {
    const { target, file } = await startWithBackup()
    const { token } = await target.addUser()
    const refused = await runAdmin(['restore', file, '--force'], at(target.storage.dataDir))
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('A server is running on') })
    expect((await target.call('/api/profile', { token })).status).toBe(200)
    const names = await readdir(target.storage.dataDir)
    expect(names.filter((name) => name.startsWith('plimsoll.db.'))).toEqual([])
  })

  it('[API-85] replaces a database only with --force, and preserves it', async () => {
    const { folder, file } = await startWithBackup()
    const dataDir = join(folder, 'data')
    const first = await runAdmin(
      ['user', 'create', '--email', 'a@example.com', '--first-name', 'A', '--last-name', 'B'],
      at(dataDir),
    )
    expect(first.code).toBe(0)
    const refused = await runAdmin(['restore', file], at(dataDir))
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('add --force') })
    expect(await readdir(dataDir)).toEqual(['plimsoll.db'])
    const done = await runAdmin(['restore', file, '--force'], at(dataDir))
    expect(done).toMatchObject({ code: 0, output: expect.stringContaining('1 user, 0 flows') })
    const [current, kept = ''] = (await readdir(dataDir)).sort()
    expect(current).toBe('plimsoll.db')
    expect(done.output).toContain(join(dataDir, kept))
    expect(emailsIn(join(dataDir, kept))).toEqual(['a@example.com'])
    expect(emailsIn(join(dataDir, 'plimsoll.db'))).toEqual(emailsIn(file))
  })

  it('[API-85] refuses a file that is not an intact database of Plimsoll, and changes nothing', async () => {
    const { folder, file } = await startWithBackup()
    const bytes = await readFile(file)
    const foreign = new SqliteConnection(join(folder, 'foreign.db'))
    foreign.exec('create table users (id text)')
    foreign.close()
    const newer = join(folder, 'newer.db')
    await writeFile(newer, bytes)
    const connection = new SqliteConnection(newer)
    connection.exec("insert into kysely_migration values ('9999-from-the-future', '2030-01-01T00:00:00.000Z')")
    connection.close()
    const damaged = Buffer.from(bytes)
    for (let offset = 4_096; offset < damaged.length; offset += 1_000) damaged[offset] = (damaged[offset] ?? 0) ^ 0xff
    await writeFile(join(folder, 'damaged.db'), damaged)
    await writeFile(join(folder, 'cut.db'), bytes.subarray(0, bytes.length - 5_000))
    await writeFile(join(folder, 'text.db'), 'This is no database. '.repeat(1_000))
    await writeFile(join(folder, 'empty.db'), '')
    const dataDir = join(folder, 'data')
    for (const name of ['foreign', 'newer', 'damaged', 'cut', 'text', 'empty', 'missing']) {
      const outcome = await runAdmin(['restore', join(folder, `${name}.db`)], at(dataDir))
      expect([name, outcome.code], outcome.errors).toEqual([name, 1])
      expect(outcome.errors).toContain(join(folder, `${name}.db`))
      expect(await readdir(dataDir).catch(() => [])).toEqual([])
    }
  })

  it('[API-85] replaces a damaged database together with its companion files', async () => {
    const { folder, file } = await startWithBackup()
    const dataDir = join(folder, 'data')
    expect((await runAdmin(['restore', file], at(dataDir))).code).toBe(0)
    await writeFile(join(dataDir, 'plimsoll.db'), 'Broken. '.repeat(1_000))
    await writeFile(join(dataDir, 'plimsoll.db-wal'), 'a log of it')
    await chmod(join(dataDir, 'plimsoll.db'), 0o600)
    expect(await runAdmin(['restore', file, '--force'], at(dataDir))).toMatchObject({ code: 0, errors: '' })
    expect((await readdir(dataDir)).filter((name) => !name.includes('before-restore'))).toEqual(['plimsoll.db'])
    expect(emailsIn(join(dataDir, 'plimsoll.db'))).toEqual(emailsIn(file))
  })
})

function emailsIn(file: string): unknown[] {
  const connection = new SqliteConnection(file, { readonly: true })
  const emails = connection.prepare('select email from users order by email').pluck().all()
  connection.close()
  return emails
}

function slowest(times: readonly number[]): number {
  return Math.round(Math.max(...times))
}
