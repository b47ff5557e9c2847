import type { Config } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import type { Logger } from '../../logger.ts'
import { createSessionService } from '../auth/session.service.ts'
import { createLiveDocuments, type LiveDocuments } from './live-documents.ts'
import { createLiveSockets, type LiveSockets } from './live-sockets.ts'

interface LiveOptions {
  database: Database
  config: Pick<
    Config,
    | 'sessionIdleMs'
    | 'sessionMaxMs'
    | 'sessionRememberMs'
    | 'trustedProxies'
    | 'hasRateLimits'
    | 'publicUrl'
    | 'versionBytesPerUser'
  >
  logger: Logger
  now: () => number
}

interface Live {
  documents: LiveDocuments
  sockets: LiveSockets
  start(): void
  stop(): Promise<void>
}

/** Flows that several people draw at the same time. See docs/decisions/0253. */
export function createLive(options: LiveOptions): Live {
  const documents = createLiveDocuments({ ...options, ...options.config })
  const sockets = createLiveSockets({ ...options, documents, sessions: createSessionService(options) })
  return {
    documents,
    sockets,
    start() {
      documents.start()
      sockets.start()
    },
    stop: sockets.stop,
  }
}
