import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { ROOT } from '../../../../tooling/lib/process.ts'
import type { Database } from '../../src/database/database.ts'
import { newId } from '../../src/database/ids.ts'
import { openDatabase } from '../../src/database/open.ts'
import { createPasswordHasher } from '../../src/modules/auth/password-hasher.ts'
import { hashToken, newToken } from '../../src/modules/auth/session-token.ts'
import { flowBody } from '../support/flows.ts'
import { LEAST_COST } from '../support/least-cost.ts'
import { newFolder } from '../support/new-folder.ts'
import { GZIP, openWire, requestBytes } from './wire.ts'

const MAIN = join(ROOT, 'apps/server/src/main.ts')
const CHEAP = join(ROOT, 'apps/server/test/support/cheap-server.ts')
const HEAP_MIB = 256
const PASSWORD = 'Correct4Horse'

export interface StageUser {
  id: string
  email: string
  password: string
  token: string
}

interface StageFlow {
  id: string
  body: Record<string, unknown>
}

/** A server under attack: a process of its own with a small heap, and its database. */
export interface Stage {
  port: number
  database: Database
  /** Of the SQLite database; undefined on PostgreSQL. */
  dataDir: string | undefined
  /** Of the PostgreSQL database; undefined on SQLite. */
  databaseUrl: string | undefined
  addUser(): Promise<StageUser>
  /** Saves a flow, by default a small one. */
  addFlow(user: StageUser, body?: Record<string, unknown>): Promise<StageFlow>
  isAlive(): boolean
  /** The most memory that the process has held, in MiB. */
  peakMiB(): number
  /** The memory that it holds, in MiB. */
  memoryMiB(): number
  /** Number of its open files and sockets. */
  openFiles(): number
  stop(): Promise<void>
}

interface StageOptions {
  /** Address of the PostgreSQL server; undefined for SQLite. */
  postgresUrl: string | undefined
  /** Passwords are hashed at next to no cost. */
  hasCheapHashes?: boolean
}

export async function startStage({ postgresUrl, hasCheapHashes = false }: StageOptions): Promise<Stage> {
  const dataDir = await newFolder('fairness')
  const databaseUrl = postgresUrl && (await createDatabase(postgresUrl))
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MIB}`, hasCheapHashes ? CHEAP : MAIN], {
    env: {
      ...{ PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' },
      ...{ DEMO_MODE: '0', LOG_LEVEL: 'warn' },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const exited = once(child, 'exit')
  const port = await portOf(child)
  const database = await openDatabase({ dataDir, databaseUrl, onError: () => {} })
  const passwordHash = await (await createPasswordHasher(hasCheapHashes ? { cost: LEAST_COST } : {})).hash(PASSWORD)
  let peak = 0
  const look = () => {
    peak = Math.max(peak, memoryOf(child.pid, 'VmHWM'))
    return peak
  }
  const looking = setInterval(look, 200)

  return {
    port,
    database,
    dataDir: databaseUrl ? undefined : dataDir,
    databaseUrl,

    async addUser() {
      const [id, now, token] = [newId(), Date.now(), newToken()]
      const email = `${id}@example.com`
      await database.write(async (queries) => {
        const user = { id, email, password_hash: passwordHash, first_name: 'Grace', last_name: 'Hopper', is_demo: 0 }
        const times = { email_verified_at: now, created_at: now, updated_at: now }
        await queries
          .insertInto('users')
          .values({ ...user, ...times })
          .execute()
        const session = { token_hash: hashToken(token), user_id: id, created_at: now, last_seen_at: now }
        await queries.insertInto('sessions').values(session).execute()
      })
      return { id, email, password: PASSWORD, token }
    },

    async addFlow({ token }, body = flowBody()) {
      const wire = openWire(port)
      const { status, text } = await wire.ask(requestBytes({ path: '/api/flows', token, body, headers: GZIP }))
      wire.close()
      if (status !== 201) throw new Error(`A flow could not be saved: ${status} ${text}`)
      return { id: JSON.parse(text).data.id, body }
    },

    isAlive: () => child.exitCode === null && child.signalCode === null,
    peakMiB: look,
    memoryMiB: () => memoryOf(child.pid, 'VmRSS'),
    openFiles: () => readdirSync(`/proc/${child.pid}/fd`).length,

    async stop() {
      clearInterval(looking)
      child.kill('SIGKILL')
      await exited
      await database.close()
      if (postgresUrl && databaseUrl) await dropDatabase(postgresUrl, databaseUrl)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function portOf({ stdout }: ChildProcess): Promise<number> {
  if (!stdout) throw new Error('The server has no output.')
  return new Promise((resolve, reject) => {
    const lines = createInterface(stdout)
    lines.on('line', (line) => {
      const url = /^Plimsoll is ready at (\S+)$/.exec(line)?.[1]
      if (url) resolve(Number(new URL(url).port))
    })
    lines.on('close', () => reject(new Error('The server did not start.')))
  })
}

/** Linux only. */
function memoryOf(pid: number | undefined, what: 'VmHWM' | 'VmRSS'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

async function createDatabase(server: string): Promise<string> {
  const name = `fairness_${newId().replaceAll('-', '')}`
  await execute(server, `create database ${name}`)
  return `${server}/${name}`
}

const dropDatabase = (server: string, url: string) =>
  execute(server, `drop database ${new URL(url).pathname.slice(1)} with (force)`)

async function execute(server: string, statement: string) {
  const client = new pg.Client(`${server}/postgres`)
  await client.connect()
  await client.query(statement)
  await client.end()
}
