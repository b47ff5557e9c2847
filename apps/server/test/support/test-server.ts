import { LIMITS } from '@plimsoll/contract'
import { createApp } from '../../src/app.ts'
import { createBodyProcesses } from '../../src/bodies/body-processes.ts'
import type { Config, OidcConfig } from '../../src/config.ts'
import type { Database } from '../../src/database/database.ts'
import { newId } from '../../src/database/ids.ts'
import { openDatabase } from '../../src/database/open.ts'
import type { Logger } from '../../src/logger.ts'
import { createPasswordHasher, type PasswordHasher } from '../../src/modules/auth/password-hasher.ts'
import { hashToken, newToken } from '../../src/modules/auth/session-token.ts'
import { addSession } from '../../src/modules/auth/sessions.repository.ts'
import { createLive } from '../../src/modules/live/live.ts'
import { createPictures } from '../../src/modules/pictures/pictures.ts'
import { startRemoval } from '../../src/modules/removal/removal.ts'
import type { StaticFiles } from '../../src/plugins/static-files.ts'
import { securityHeaders } from '../../src/security-headers.ts'
import { type DatabaseName, makeDatabase, type TestDatabase } from './databases.ts'
import { LEAST_COST } from './least-cost.ts'

export const PASSWORD = 'Correct4Horse'
export const HOUR = 3_600_000

export const OPEN: Config['registration'] = { mode: 'open', domains: [] }

export const testHasher = await createPasswordHasher({ cost: LEAST_COST })
/** Of `PASSWORD`. */
const passwordHash = await testHasher.hash(PASSWORD)

export interface TestUser {
  id: string
  email: string
  /** Of a session that is open. */
  token: string
}

interface RequestOptions {
  method?: string
  token?: string
  /** The address of the network that the request comes from. */
  from?: string
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is, as JSON unless the headers say otherwise. */
  text?: string | Uint8Array<ArrayBuffer> | ReadableStream
  headers?: Record<string, string>
}

export interface TestResponse {
  status: number
  headers: Headers
  text: string
  /** The parsed text; undefined when it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects, and fails on what is not there.
  body: any
}

interface NewTestUser {
  isVerified?: boolean
  isDemo?: boolean
  isAdministrator?: boolean
  email?: string
}

export interface TestServer {
  database: Database
  storage: TestDatabase
  /** Where SQLite keeps its files. */
  dataDir: string
  /** The server's clock, in milliseconds since 1970. */
  clock: { now: number }
  logger: Logger
  /** What it has logged. */
  log: unknown[]
  request(path: string, options?: RequestOptions): Promise<TestResponse>
  requestBytes(path: string, options?: RequestOptions): Promise<{ headers: Headers; bytes: Buffer }>
  addUser(options?: NewTestUser): Promise<TestUser>
  openSession(userId: string): Promise<string>
  /** What was logged under a name, oldest first. */
  events(name: string): Record<string, unknown>[]
  /** How often the mail worker was woken. */
  wakeUps(): number
  /** Replaces this server by another one on the same database. */
  restart(changes?: TestServerOptions): void
  /** The handler of requests, and what is drawn together, for a test that listens to the network. */
  fetch(request: Request): Response | Promise<Response>
  live(): ReturnType<typeof createLive>
  stop(): Promise<void>
}

export interface TestServerOptions {
  demoMode?: boolean
  hasRateLimits?: boolean
  trustedProxies?: number
  flowsPerUser?: number
  versionBytesPerUser?: number
  quotaBytesPerUser?: number
  wakeRemoval?: () => void
  frameAncestors?: string[]
  oidc?: OidcConfig
  publicUrl?: string
  registration?: Config['registration']
  settings?: Config['settings']
  hasMail?: boolean
  hasher?: PasswordHasher
  /** Replaces the server's own, for example to observe it. */
  database?: Database
  isReady?: () => Promise<boolean>
  staticFiles?: StaticFiles
  /** Instead of an empty database. It goes with the server. */
  storage?: TestDatabase
}

/** The whole app over an empty database, called without a network. */
export async function startTestServer(name: DatabaseName, options: TestServerOptions = {}): Promise<TestServer> {
  const storage = options.storage ?? (await makeDatabase(name))
  const log: unknown[] = []
  const note = (...entry: unknown[]) => void log.push(entry)
  const logger = { debug: note, info: note, warn: note, error: note, fatal: note }
  const database = await openDatabase({ ...storage, onError: note })
  const clock = { now: Date.now() }
  const pictures = createPictures({ logger })
  let wakeUps = 0
  const bodies = createBodyProcesses()
  const removal = startRemoval({ database, logger })
  const build = (given: TestServerOptions) => {
    const { demoMode = false, hasRateLimits = true, trustedProxies = 0, staticFiles = new Map() } = given
    const { flowsPerUser = LIMITS.flowsPerUser, versionBytesPerUser = LIMITS.versionMbPerUser * 1024 ** 2 } = given
    const { frameAncestors = [], quotaBytesPerUser = LIMITS.quotaMbPerUser * 1024 ** 2 } = given
    const { isReady = async () => true } = given
    const config = {
      ...{
        demoMode,
        hasRateLimits,
        trustedProxies,
        flowsPerUser,
        versionBytesPerUser,
        quotaBytesPerUser,
        frameAncestors,
      },
      ...{
        sessionIdleMs: 24 * HOUR,
        sessionMaxMs: 7 * 24 * HOUR,
        sessionRememberMs: 30 * 24 * HOUR,
        publicUrl: undefined,
        oidc: given.oidc,
      },
      registration: given.registration ?? OPEN,
      ...{ resetTtlMs: HOUR, invitationTtlMs: 7 * 24 * HOUR, auditRetentionMs: 365 * 24 * HOUR },
      ...{ experimentThreads: 0, settings: given.settings ?? [] },
    }
    const live = createLive({ database: given.database ?? database, config, logger, now: () => clock.now })
    const app = createApp({
      config,
      headers: securityHeaders({ isHttps: false }),
      hasMail: given.hasMail ?? true,
      dataDir: name === 'SQLite' ? storage.dataDir : undefined,
      database: given.database ?? database,
      bodies,
      live: live.documents,
      presence: live.presence,
      pictures,
      hasher: given.hasher ?? testHasher,
      logger,
      site: {
        config: {
          brand: 'Plimsoll',
          demo: null,
          outbox: '/outbox',
          registration: OPEN,
          singleSignOn: null,
          sendsMail: true,
          resetLinkLifetime: '1 hour',
        },
        isReady,
      },
      publicUrl: () => given.publicUrl ?? 'http://localhost',
      staticFiles,
      wakeMail: () => void wakeUps++,
      wakeExperiments: () => {},
      wakeRemoval: given.wakeRemoval ?? (() => removal.wake()),
      closing: new AbortController().signal,
      now: () => clock.now,
    })
    return { app, live }
  }
  let { app, live } = build(options)

  const openSession = async (userId: string) => {
    const token = newToken()
    await database.write((queries) => addSession(queries, { tokenHash: hashToken(token), userId, now: clock.now }))
    return token
  }

  const send = async (path: string, { method, token, from, body, text, headers }: RequestOptions = {}) => {
    const content = body === undefined ? text : JSON.stringify(body)
    const request = {
      method: method ?? (content === undefined ? 'GET' : 'POST'),
      headers: {
        ...(content !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(content !== undefined && { body: content, duplex: 'half' as const }),
    }
    return app.request(path, request, { incoming: { socket: { remoteAddress: from ?? '127.0.0.1' } } })
  }

  return {
    database,
    storage,
    dataDir: storage.dataDir,
    clock,
    wakeUps: () => wakeUps,
    events: (name) =>
      (log as [Record<string, unknown>][]).map(([entry]) => entry).filter(({ event }) => event === name),
    restart: (changes = {}) => {
      ;({ app, live } = build({ ...options, ...changes }))
    },
    fetch: (request) => app.fetch(request),
    live: () => live,
    logger,
    log,
    openSession,
    request: async (path, request) => readAnswer(await send(path, request)),
    requestBytes: async (path, request) => {
      const response = await send(path, request)
      return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
    },
    addUser: async ({ isVerified = true, isDemo = false, isAdministrator = false, email: given } = {}) => {
      const id = newId()
      const email = given ?? `${id}@example.com`
      await database.write((queries) =>
        queries
          .insertInto('users')
          .values({
            id,
            email,
            password_hash: passwordHash,
            first_name: 'Grace',
            last_name: 'Hopper',
            email_verified_at: isVerified ? clock.now : null,
            is_demo: isDemo ? 1 : 0,
            role: isAdministrator ? 'administrator' : 'user',
            created_at: clock.now,
            updated_at: clock.now,
          })
          .execute(),
      )
      return { id, email, token: await openSession(id) }
    },
    stop: async () => {
      await pictures.stop()
      await removal.stop()
      await bodies.stop()
      await database.close()
      await storage.remove()
    },
  }
}

/** The answer with its body read. */
async function readAnswer(response: Response): Promise<TestResponse> {
  const text = await response.text()
  const isJson = text !== '' && response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined }
}
