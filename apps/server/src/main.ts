import { readConfig } from './config.ts'
import { createLogger } from './logger.ts'
import { startServer } from './server.ts'

const SAME_REQUEST_MS = 1_000
/** Whoever asked for the end may use force after some 10 s; by then the server is gone on its own. */
const LONGEST_STOP_MS = 9_500

// What the server writes is for its own user only.
process.umask(0o077)

try {
  await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

async function run() {
  const config = readConfig(process.env)
  const { logger, flush } = createLogger(config)
  process.on('uncaughtException', (error) => {
    logger.fatal({ error }, 'the server stops: it cannot tell what state it is in')
    flush()
    process.exit(1)
  })

  const server = await startServer(config, logger)
  let askedAt: number | undefined
  const stop = async (signal: string) => {
    if (askedAt !== undefined) {
      // A terminal, npm and a supervisor may each send the same request; whoever asks later again does not want to wait.
      if (performance.now() - askedAt > SAME_REQUEST_MS) process.exit(1)
      return
    }
    askedAt = performance.now()
    logger.info({ signal }, 'the server stops')
    setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref()
    await server.stop()
    flush()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  // Last, for whoever reads it may ask for the end at once. What was logged before stands before it.
  flush()
  console.log(`Plimsoll is ready at ${server.url}`)
}
