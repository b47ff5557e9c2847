import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createApp } from './app.ts'
import { createBodyProcesses } from './bodies/body-processes.ts'
import { type Config, localUrl } from './config.ts'
import type { Database } from './database/database.ts'
import { type HeldFolder, holdDataFolder } from './database/hold-data-folder.ts'
import { openDatabase } from './database/open.ts'
import { listen } from './http-server.ts'
import type { Logger } from './logger.ts'
import { durationText } from './mail/mail-texts.ts'
import type { MailTransport } from './mail/mail-transport.ts'
import { type MailWorker, startMailWorker } from './mail/mail-worker.ts'
import { createSmtpTransport } from './mail/smtp-transport.ts'
import { makeFirstAdministratorLink } from './modules/administration/first-administrator.service.ts'
import { startExpiryCleanup } from './modules/auth/expiry-cleanup.ts'
import { createPasswordHasher, type HashCost } from './modules/auth/password-hasher.ts'
import { prepareDemo } from './modules/demo/demo-account.ts'
import { runInProcess } from './modules/experiments/experiment-process.ts'
import { type ExperimentRunner, startExperimentRunner } from './modules/experiments/experiment-runner.ts'
import { createLive } from './modules/live/live.ts'
import { createOutboxStore, type OutboxStore } from './modules/outbox/outbox.store.ts'
import { createOutboxAccess } from './modules/outbox/outbox-access.ts'
import { createOutboxTransport } from './modules/outbox/outbox-transport.ts'
import { createPictures } from './modules/pictures/pictures.ts'
import { type Removal, startRemoval } from './modules/removal/removal.ts'
import { loadStaticFiles } from './plugins/static-files.ts'
import { createReadiness } from './readiness.ts'
import { securityHeaders } from './security-headers.ts'
import { startReport } from './start-report.ts'

const WEB_APP = fileURLToPath(new URL('../../web/dist', import.meta.url))

export interface RunningServer {
  url: string
  /** What is open, and what is dangerous, line by line. */
  report: string[]
  /** Finishes requests and mails in progress, then closes the database. */
  stop(): Promise<void>
}

/** Opens the database, builds the app and listens. Resolves when the server accepts requests. */
export async function startServer(
  config: Config,
  logger: Logger,
  { hashCost }: { hashCost?: HashCost | undefined } = {},
): Promise<RunningServer> {
  const folder = config.databaseUrl === undefined ? holdDataFolder(config.dataDir) : undefined
  try {
    const database = await openDatabase({
      ...config,
      onError: (error) => logger.error({ error }, 'a database connection broke'),
    })
    folder?.markUsed()
    return await serveOrClose({ config, logger, database, folder, hashCost })
  } catch (error) {
    folder?.release()
    throw error
  }
}

async function serveOrClose(options: ServeOptions): Promise<RunningServer> {
  try {
    return await serve(options)
  } catch (error) {
    await options.database.close()
    throw error
  }
}

interface ServeOptions {
  config: Config
  logger: Logger
  database: Database
  folder: HeldFolder | undefined
  hashCost: HashCost | undefined
}

async function serve({ config, logger, database, folder, hashCost }: ServeOptions): Promise<RunningServer> {
  const hasher = await createPasswordHasher({ cost: hashCost })
  const demo = await prepareDemo({ database, isOn: config.demoMode, logger })
  const headers = securityHeaders({
    isHttps: config.publicUrl?.startsWith('https:') ?? false,
    withSubdomains: config.hstsSubdomains,
  })
  const outbox = createOutboxStore({ folder: join(config.dataDir, 'outbox'), now: Date.now })
  const access = createOutboxAccess()
  const isOutboxShown = config.isLocal && !config.smtpUrl
  let mails: MailWorker | undefined
  let experiments: ExperimentRunner | undefined
  let removal: Removal | undefined
  const closing = new AbortController()
  let isStopping = false
  const isReady = createReadiness({
    database,
    dataDir: config.databaseUrl === undefined ? config.dataDir : undefined,
    now: Date.now,
  })
  const live = createLive({ database, config, logger, now: Date.now })
  const pictures = createPictures({ logger })

  const bodies = createBodyProcesses()

  let url = config.publicUrl ?? ''
  const app = createApp({
    config,
    headers,
    hasMail: config.smtpUrl !== undefined || config.isLocal,
    dataDir: config.databaseUrl === undefined ? config.dataDir : undefined,
    database,
    bodies,
    hasher,
    logger,
    live: live.documents,
    presence: live.presence,
    pictures,
    wakeMail: () => mails?.wake(),
    wakeRemoval: () => removal?.wake(),
    wakeExperiments: () => experiments?.wake(),
    closing: closing.signal,
    outbox: isOutboxShown ? { ...outbox, access } : undefined,
    site: {
      config: {
        brand: 'Plimsoll',
        demo,
        outbox: isOutboxShown ? '/outbox' : null,
        registration: config.registration,
        singleSignOn: config.oidc ? { name: config.oidc.name, isOnly: config.oidc.isOnly } : null,
        sendsMail: config.smtpUrl !== undefined,
        resetLinkLifetime: durationText(config.resetTtlMs),
      },
      isReady: async () => !isStopping && (await isReady()),
    },
    publicUrl: () => url,
    staticFiles: loadStaticFiles(WEB_APP),
    now: Date.now,
  })
  const http = await listen({
    fetch: app.fetch,
    upgrades: live.sockets,
    port: config.port,
    host: config.host,
    headers,
  })
  live.start()
  logger.info({ host: config.host, port: http.port }, 'listening')
  url ||= localUrl(http.port)
  mails = startMailWorker({
    database,
    transport: transportFor(config, { url, outbox }),
    logger,
    publicUrl: url,
    ttlMs: { verify: config.verifyTtlMs, reset: config.resetTtlMs },
    now: Date.now,
  })
  experiments = startExperimentRunner({
    database,
    logger,
    run: runInProcess({ databaseUrl: config.databaseUrl, threads: config.experimentThreads }),
    now: Date.now,
  })
  removal = startRemoval({ database, logger })
  const cleanup = startExpiryCleanup({ database, config, logger, now: Date.now })
  return {
    url,
    report: startReport(config, {
      port: http.port,
      url,
      outboxUrl: isOutboxShown ? `${url}/outbox#${access.secret}` : null,
      administratorUrl: await makeFirstAdministratorLink({ database, publicUrl: url, now: Date.now() }),
      hasDemo: demo !== null,
    }),
    async stop() {
      isStopping = true
      closing.abort()
      await live.stop()
      await http.stop()
      await pictures.stop()
      await bodies.stop()
      await Promise.all([mails?.stop(), experiments?.stop(), removal?.stop(), cleanup.stop()])
      await database.close()
      folder?.release()
    },
  }
}

/** SMTP, or the outbox without a mail server. The default sender is at the host of the public URL. */
function transportFor(
  { smtpUrl, mailFrom }: Config,
  { url, outbox }: { url: string; outbox: OutboxStore },
): MailTransport {
  const from = mailFrom ?? { name: 'Plimsoll', address: `no-reply@${new URL(url).hostname}` }
  return smtpUrl ? createSmtpTransport({ url: smtpUrl, from }) : createOutboxTransport({ outbox, from })
}
