import { destination, type Logger as PinoLogger, pino, stdSerializers } from 'pino'
import type { Config } from './config.ts'

export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>

/** Limits of the line buffer. Passing a line to the writing thread costs more than formatting it. */
const BUFFER = { characters: 65_536, ms: 20 }

/** Writes JSON lines to standard output, with times in UTC. Callers choose each field: no bodies, headers or queries. */
export function createLogger({ logLevel }: Pick<Config, 'logLevel'>) {
  const output = destination({ dest: 1, sync: false })
  let buffered = ''
  let isFlushScheduled = false
  const passOn = () => {
    output.write(buffered)
    buffered = ''
  }
  const write = (line: string) => {
    buffered += line
    if (buffered.length >= BUFFER.characters) passOn()
    if (isFlushScheduled) return
    isFlushScheduled = true
    setTimeout(() => {
      isFlushScheduled = false
      passOn()
    }, BUFFER.ms).unref()
  }
  const logger = pino(
    {
      level: logLevel,
      base: null,
      timestamp: isoTimestamp(),
      formatters: { level: (level) => ({ level }) },
      serializers: { error: stdSerializers.err },
    },
    { write },
  )
  const flush = () => {
    passOn()
    output.flushSync()
  }
  return { logger, flush }
}

/** Formats a time once for all lines of a millisecond, because formatting is a large part of a line's cost. */
function isoTimestamp(): () => string {
  let time = Number.NaN
  let text = ''
  return () => {
    const now = Date.now()
    if (now !== time) {
      time = now
      text = `,"time":"${new Date(now).toISOString()}"`
    }
    return text
  }
}
