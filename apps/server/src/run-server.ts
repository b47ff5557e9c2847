import { readConfig } from './config.ts'
import { createLogger } from './logger.ts'
import type { HashCost } from './modules/auth/password-hasher.ts'
import { startServer } from './server.ts'

const SAME_REQUEST_MS = 1_000
/** Below the 10 s after which supervisors kill a process. */
const MAX_STOP_MS = 9_500

/** Runs the server until a signal stops the process; a fault at the start ends it with 1. Passwords are hashed at the usual cost when none is given. */
export async function runServer({ hashCost }: { hashCost?: HashCost } = {}): Promise<void> {
  // Only the server's own user may read its files.
  process.umask(0o077)
  try {
    await run(hashCost)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

async function run(hashCost: HashCost | undefined) {
  const config = readConfig(process.env)
  const { logger, flush } = createLogger(config)
  process.on('uncaughtException', (error) => {
    logger.fatal({ error }, 'the server stops: it cannot tell what state it is in')
    flush()
    process.exit(1)
  })

  const server = await startServer(config, logger, { hashCost })
  let requestedAt: number | undefined
  const stop = async (signal: string) => {
    if (requestedAt !== undefined) {
      // A terminal, npm and a supervisor may each pass on one signal; a later signal means that the sender does not want to wait.
      if (performance.now() - requestedAt > SAME_REQUEST_MS) process.exit(1)
      return
    }
    requestedAt = performance.now()
    logger.info({ signal }, 'the server stops')
    setTimeout(() => process.exit(1), MAX_STOP_MS).unref()
    await server.stop()
    flush()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  // Last, because a reader may stop the server at once. Earlier log lines must precede these.
  flush()
  console.log(server.report.join('\n'))
  console.log(`Plimsoll is ready at ${server.url}`)
}
