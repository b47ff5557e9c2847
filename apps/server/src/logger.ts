import { destination, type Logger as PinoLogger, pino, stdSerializers, stdTimeFunctions } from 'pino'
import type { Config } from './config.ts'

export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>

/** JSON lines on standard output, times in UTC. What is logged is chosen field by field: no bodies, headers or queries. */
export function createLogger({ logLevel }: Pick<Config, 'logLevel'>) {
  const output = destination({ dest: 1, sync: false })
  const logger = pino(
    {
      level: logLevel,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      serializers: { error: stdSerializers.err },
    },
    output,
  )
  return { logger, flush: () => output.flushSync() }
}
