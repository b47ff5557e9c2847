import { MOST_SEED } from '@plimsoll/simulation'
import { type Call, UsageError } from '../command.ts'
import { type Objective, readObjective } from './objectives.ts'
import { readDuration, readWholeNumber } from './quantities.ts'

const FORMATS = ['text', 'json', 'csv'] as const
export type Format = (typeof FORMATS)[number]

/** What is to be simulated, and how it is told. */
export interface SimulateOptions {
  readonly durationMs: number
  /** Simulated ms at the beginning that no figure counts. */
  readonly warmUpMs: number
  readonly replications: number
  /** Of the first replication; each further one has the next. */
  readonly seed: number
  readonly settings: readonly string[]
  readonly objectives: readonly Objective[]
  readonly format: Format
  /** Null: standard output. */
  readonly out: string | null
}

const DEFAULTS = { duration: '60s', warmup: '10%', replications: '10', seed: '1', format: 'text', engine: 'live' }
const MOST_REPLICATIONS = 1000
const EVENTS = 'the event engine is not there yet: what runs now is --engine live'

/** Reads all options; throws one UsageError that tells every fault. */
export function readOptions({ texts, path }: Pick<Call, 'texts' | 'path'>): SimulateOptions {
  const faults: string[] = []
  const given = (option: keyof typeof DEFAULTS) => texts(option)[0] ?? DEFAULTS[option]
  const take = <T>(option: keyof typeof DEFAULTS, value: T | null, wanted: string): T => {
    if (value === null) faults.push(`--${option} must be ${wanted}, not "${given(option)}"`)
    return value as T
  }

  const engine = given('engine')
  if (engine !== 'live') faults.push(engine === 'events' ? `--engine events: ${EVENTS}` : '--engine must be live')
  const durationMs = take('duration', readDuration(given('duration')), 'a duration such as 500ms, 60s or 5m')
  const warmUpMs = take('warmup', readWarmUp(given('warmup'), durationMs), 'a share below 100% or a duration below it')
  const replications = take(
    'replications',
    readWholeNumber(given('replications'), { min: 1, max: MOST_REPLICATIONS }),
    `a whole number from 1 to ${MOST_REPLICATIONS}`,
  )
  const seed = take('seed', readWholeNumber(given('seed'), { min: 0, max: MOST_SEED }), `0 to ${MOST_SEED}`)
  const format = take('format', FORMATS.find((one) => one === given('format')) ?? null, FORMATS.join(', '))
  const objectives = texts('slo').flatMap((text) => {
    const objective = readObjective(text)
    if (typeof objective !== 'string') return objective
    faults.push(`--slo ${objective}`)
    return []
  })

  if (faults.length > 0) throw new UsageError(faults.join('\n'))
  const [out] = texts('out')
  const settings = texts('set')
  return { durationMs, warmUpMs, replications, seed, settings, objectives, format, out: out ? path(out) : null }
}

/** A share of the run, or a part of it that is shorter. */
function readWarmUp(text: string, durationMs: number): number | null {
  const [, share] = /^(\d+(?:\.\d+)?)\s*%$/.exec(text.trim()) ?? []
  if (share !== undefined) return Number(share) < 100 ? (Number(share) / 100) * durationMs : null
  const warmUpMs = /^0(ms|s)?$/.test(text.trim()) ? 0 : readDuration(text)
  return warmUpMs !== null && !(warmUpMs >= durationMs) ? warmUpMs : null
}
