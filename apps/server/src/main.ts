import { readConfig } from './config.ts'
import { createLogger } from './logger.ts'
import { startServer } from './server.ts'

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
  console.log(`Plimsoll is ready at ${server.url}`)

  let isStopping = false
  const stop = async (signal: string) => {
    // Whoever asks twice does not want to wait.
    if (isStopping) process.exit(1)
    isStopping = true
    logger.info({ signal }, 'the server stops')
    await server.stop()
    flush()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
