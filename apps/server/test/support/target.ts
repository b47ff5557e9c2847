import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { newId } from '../../src/database/ids.ts'
import { openDatabase } from '../../src/database/open.ts'
import { createPasswordHasher } from '../../src/modules/auth/password-hasher.ts'
import { hashToken, newToken } from '../../src/modules/auth/session-token.ts'
import { DATABASES, type DatabaseName, makeDatabase, type TestDatabase } from './databases.ts'
import { createHttpClient, type HttpCall, type HttpClient, type HttpResponse } from './http-client.ts'
import { type ServerProcess, startProcess } from './server-process.ts'
import { type SmtpSink, startSmtpSink } from './smtp-sink.ts'
import { PASSWORD, type TestUser, testHasher } from './test-server.ts'

/** Of `PASSWORD`, as the server hashes it. */
const passwordHash = await (await createPasswordHasher()).hash(PASSWORD)
const cheapHash = await testHasher.hash(PASSWORD)

/** A server under attack: the real process, its database, and the mail server that it sends through. */
export interface Target {
  name: DatabaseName
  storage: TestDatabase
  database: Database
  mails: SmtpSink
  server: ServerProcess
  call(path: string, call?: HttpCall): Promise<HttpResponse>
  /** A verified and signed-in user with the common test password. */
  addUser(options?: { isVerified?: boolean }): Promise<TestUser>
  openSession(userId: string): Promise<string>
  /** Ends the process and starts it anew over the same data. */
  restart(options?: { env?: Record<string, string>; signal?: NodeJS.Signals }): Promise<void>
  /** Memory that the process holds, in MiB; Linux only. */
  memory(): Promise<number>
  stop(): Promise<void>
}

interface TargetOptions {
  env?: Record<string, string>
  /** A command prefix for starting the server. */
  under?: readonly string[]
  /** Passwords are hashed at next to no cost. */
  hasCheapHashes?: boolean
  isFromSources?: boolean
}

/** Starts a target, without rate limits by default, because most attacks would be stopped by them. */
export async function startTarget(name: DatabaseName, options: TargetOptions = {}): Promise<Target> {
  const { env = {}, under = [], hasCheapHashes = false, isFromSources = false } = options
  const kind = { under, hasCheapHashes, isFromSources }
  const storage = await makeDatabase(name)
  const mails = await startSmtpSink()
  const settings = { DEMO_MODE: '0', RATE_LIMITS: 'off', SMTP_URL: mails.url, ...env }
  let server = await startProcess({ storage, env: settings, ...kind })
  let client: HttpClient = createHttpClient(server.url)
  const database = await openDatabase({ ...storage, onError: () => {} })

  const openSession = async (userId: string) => {
    const token = newToken()
    const now = Date.now()
    const row = { token_hash: hashToken(token), user_id: userId, created_at: now, last_seen_at: now }
    await database.write((queries) => queries.insertInto('sessions').values(row).execute())
    return token
  }
  return {
    name,
    storage,
    mails,
    database,
    get server() {
      return server
    },
    call: (path, call) => client.call(path, call),
    openSession,
    async addUser({ isVerified = true } = {}) {
      const id = newId()
      const now = Date.now()
      const email = `${id}@example.com`
      const row = {
        id,
        email,
        password_hash: hasCheapHashes ? cheapHash : passwordHash,
        first_name: 'Grace',
        last_name: 'Hopper',
        email_verified_at: isVerified ? now : null,
        is_demo: 0,
        created_at: now,
        updated_at: now,
      }
      await database.write((queries) => queries.insertInto('users').values(row).execute())
      return { id, email, token: await openSession(id) }
    },
    async restart({ env: changed = {}, signal = 'SIGTERM' } = {}) {
      client.close()
      await server.end(signal)
      server = await startProcess({ storage, env: { ...settings, ...changed }, ...kind })
      client = createHttpClient(server.url)
    },
    async memory() {
      const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
    },
    async stop() {
      client.close()
      await server.end('SIGKILL')
      await database.close()
      await mails.stop()
      await storage.remove()
    },
  }
}

/** Attacks a server over SQLite and one over PostgreSQL. */
export function onEachTarget(title: string, define: (target: () => Target) => void, options: TargetOptions = {}) {
  describe.each(DATABASES)(`${title} on %s`, (name) => {
    let target: Target
    beforeAll(async () => {
      target = await startTarget(name, options)
    })
    afterAll(() => target?.stop())
    define(() => target)
  })
}
