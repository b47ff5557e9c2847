import type { Database } from '../../src/database/database.ts'
import { newId } from '../../src/database/ids.ts'
import { libraryEntry } from '../../src/database/library-entry.ts'
import { openDatabase } from '../../src/database/open.ts'
import type { MailKind } from '../../src/database/schema.ts'
import { type MailWorker, startMailWorker } from '../../src/mail/mail-worker.ts'
import { queueMail } from '../../src/mail/mails.repository.ts'
import { createSmtpTransport } from '../../src/mail/smtp-transport.ts'
import { addFlow } from '../../src/modules/flows/flows.repository.ts'
import { putEntry } from '../../src/modules/library/library.repository.ts'
import { type DatabaseName, makeDatabase, type TestDatabase } from './databases.ts'

export const PUBLIC_URL = 'https://plimsoll.example'
export const FROM = { name: 'Plimsoll', address: 'no-reply@plimsoll.example' }
export const TTL_MS = { verify: 86_400_000, reset: 3_600_000 }

interface NewUser {
  firstName?: string
  email?: string
  isVerified?: boolean
  isDemo?: boolean
}

/** A database with a mail queue, and helpers for it. */
export interface MailQueue {
  storage: TestDatabase
  database: Database
  /** The workers' clock. */
  clock: { now: number }
  /** What the workers logged: its fields. */
  log: Record<string, unknown>[]
  addUser(user?: NewUser): Promise<{ id: string; email: string }>
  queue(email: string, kind: MailKind): Promise<void>
  /** Adds an empty flow and returns its id. */
  addFlow(userId: string): Promise<string>
  /** Starts a worker that sends queued mails to an SMTP server. */
  work(smtpUrl: string): MailWorker
  /** Resolves when the workers have logged so many entries of an event. */
  logged(event: string, count?: number): Promise<void>
  /** The queue's rows. */
  rows(): Promise<{ id: string; due_at: number; attempts: number }[]>
  stop(): Promise<void>
}

export async function makeMailQueue(name: DatabaseName, given?: TestDatabase): Promise<MailQueue> {
  const storage = given ?? (await makeDatabase(name))
  const log: Record<string, unknown>[] = []
  let listeners: (() => void)[] = []
  const note = (entry: unknown) => {
    log.push(entry as Record<string, unknown>)
    const told = listeners
    listeners = []
    for (const tell of told) tell()
  }
  const logger = { debug: note, info: note, warn: note, error: note, fatal: note }
  const database = await openDatabase({ ...storage, onError: note })
  const workers: MailWorker[] = []
  const clock = { now: Date.now() }

  return {
    storage,
    database,
    clock,
    log,
    addUser: async ({ firstName = 'Grace', email, isVerified = false, isDemo = false } = {}) => {
      const id = newId()
      const user = { id, email: email ?? `${id}@example.com` }
      const values = {
        ...user,
        password_hash: 'none',
        first_name: firstName,
        last_name: 'Hopper',
        email_verified_at: isVerified ? clock.now : null,
        is_demo: isDemo ? 1 : 0,
        created_at: clock.now,
        updated_at: clock.now,
      }
      await database.write((queries) => queries.insertInto('users').values(values).execute())
      return user
    },
    addFlow: async (userId) => {
      const named = {
        id: newId(),
        user_id: userId,
        name: 'Empty',
        description: '',
        node_count: 0,
        updated_at: clock.now,
      }
      const packed = Buffer.from('')
      await database.write(async (queries) => {
        await addFlow(queries, { ...named, created_at: clock.now, edge_count: 0, packed })
        await putEntry(queries, libraryEntry(named, []))
      })
      return named.id
    },
    queue: (email, kind) => database.write((queries) => queueMail(queries, { kind, email, now: clock.now })),
    work: (smtpUrl) => {
      const transport = createSmtpTransport({ url: smtpUrl, from: FROM })
      const options = { database, transport, logger, publicUrl: PUBLIC_URL, ttlMs: TTL_MS, now: () => clock.now }
      const worker = startMailWorker(options)
      workers.push(worker)
      return worker
    },
    logged: async (event, count = 1) => {
      while (log.filter((entry) => entry.event === event).length < count)
        await new Promise<void>((resolve) => listeners.push(resolve))
    },
    rows: () => database.read.selectFrom('mails').select(['id', 'due_at', 'attempts']).execute(),
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()))
      await database.close()
      if (!given) await storage.remove()
    },
  }
}
