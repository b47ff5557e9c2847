import { destination, type Logger as PinoLogger, pino, stdSerializers, stdTimeFunctions } from 'pino'
import type { Config } from './config.ts'

export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>

/** How many bytes and milliseconds lines are gathered at most: one line at a time takes longer than what it tells of. */
const GATHER = { bytes: 4_096, ms: 20 }

/** JSON lines on standard output, times in UTC. What is logged is chosen field by field: no bodies, headers or queries. */
export function createLogger({ logLevel }: Pick<Config, 'logLevel'>) {
  const output = destination({ dest: 1, sync: false, minLength: GATHER.bytes })
  let isGathering = false
  const write = (line: string) => {
    output.write(line)
    if (isGathering) return
    isGathering = true
    setTimeout(() => {
      isGathering = false
      output.flush()
    }, GATHER.ms).unref()
  }
  const logger = pino(
    {
      level: logLevel,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      serializers: { error: stdSerializers.err },
    },
    { write },
  )
  return { logger, flush: () => output.flushSync() }
}
