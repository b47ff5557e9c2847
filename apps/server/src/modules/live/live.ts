import type { Config } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import type { Logger } from '../../logger.ts'
import { createSessionService } from '../auth/session.service.ts'
import { createLiveDocuments, type LiveDocuments } from './live-documents.ts'
import { createLiveSockets, type LiveSockets } from './live-sockets.ts'
import { createPresence, type Presence } from './presence.ts'

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
    | 'quotaBytesPerUser'
  >
  logger: Logger
  now: () => number
}

interface Live {
  documents: LiveDocuments
  sockets: LiveSockets
  presence: Presence
  start(): void
  stop(): Promise<void>
}

/** Flows that several people draw at the same time. See docs/decisions/0253. */
export function createLive(options: LiveOptions): Live {
  const documents = createLiveDocuments({ ...options, ...options.config })
  const presence = createPresence(options)
  const sockets = createLiveSockets({ ...options, documents, presence, sessions: createSessionService(options) })
  let silence = () => {}
  return {
    documents,
    sockets,
    presence,
    start() {
      documents.start()
      sockets.start()
      silence = presence.start()
    },
    async stop() {
      silence()
      await sockets.stop()
    },
  }
}
