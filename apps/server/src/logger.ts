import { destination, type Logger as PinoLogger, pino, stdSerializers } from 'pino'
import type { Config } from './config.ts'

export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>

/** How much is gathered at most, and for how long: handing lines to the thread that writes them costs more than making them. */
const GATHER = { characters: 65_536, ms: 20 }

/** JSON lines on standard output, times in UTC. What is logged is chosen field by field: no bodies, headers or queries. */
export function createLogger({ logLevel }: Pick<Config, 'logLevel'>) {
  const output = destination({ dest: 1, sync: false })
  let gathered = ''
  let isGathering = false
  const handOn = () => {
    output.write(gathered)
    gathered = ''
  }
  const write = (line: string) => {
    gathered += line
    if (gathered.length >= GATHER.characters) handOn()
    if (isGathering) return
    isGathering = true
    setTimeout(() => {
      isGathering = false
      handOn()
    }, GATHER.ms).unref()
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
    handOn()
    output.flushSync()
  }
  return { logger, flush }
}

/** A time as text is a good part of what a line costs: it is made once for all lines of a millisecond. */
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
