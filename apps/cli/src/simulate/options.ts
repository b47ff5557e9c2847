import { availableParallelism } from 'node:os'
import { MOST_REPLICATIONS, type NamedObjective, readObjective, type WarmUp, warmUpMs } from '@plimsoll/experiments'
import { ENGINES, type Engine, MOST_SEED } from '@plimsoll/simulation'
import { type Call, UsageError } from '../command.ts'
import { readDuration, readWholeNumber } from './quantities.ts'
import { SETTING_OPTIONS } from './setting-options.ts'

const FORMATS = ['text', 'json', 'csv', 'html', 'junit', 'markdown'] as const
export type Format = (typeof FORMATS)[number]

/** What is to be simulated, and how the result is written. Null: not given, so that the flow's own settings hold. */
export interface SimulateOptions {
  readonly engine: Engine | null
  readonly durationMs: number | null
  /** auto: as the first runs show. */
  readonly warmUp: WarmUp | 'auto' | null
  readonly replications: number | null
  /** Wanted half-width of an interval over its figure. */
  readonly precision: number | null
  /** Of a run that grows, by the clock. */
  readonly budgetMs: number | null
  /** Of the first replication; each further one has the next. */
  readonly seed: number | null
  readonly threads: number
  /** The file of a run that is to happen again; null: a flow is simulated. */
  readonly replay: string | null
  readonly settings: readonly string[]
  /** The texts of an option that stands for a setting of the event engine. */
  readonly textsOf: (option: string) => readonly string[]
  /** A file of recorded requests. */
  readonly recordedIn: string | null
  /** None: those of the flow's settings hold. */
  readonly objectives: readonly NamedObjective[]
  readonly format: Format
  /** Null: standard output. */
  readonly out: string | null
}

const MOST_THREADS = 256
export const ONLY_EVENTS = '--precision and --budget are for --engine events'
export const ONLY_GROWING = '--precision and --budget are for runs without a set duration and number of replications'
export const NO_AUTO_WARM_UP = '--warmup auto is for --engine events'

/** Reads all options; throws one UsageError with every fault. */
export function readOptions(call: Pick<Call, 'texts' | 'path'>): SimulateOptions {
  const { options, faults } = checkOptions(call)
  if (faults.length > 0) throw new UsageError(faults.join('\n'))
  return options
}

/** All options, those that are wrong left out, and what is wrong with them. */
export function checkOptions({ texts, path }: Pick<Call, 'texts' | 'path'>) {
  const faults: string[] = []
  const take = <T>(option: string, read: (text: string) => T | null, wanted: string): T | null => {
    const [text] = texts(option)
    if (text === undefined) return null
    const value = read(text)
    if (value === null) faults.push(`--${option} must be ${wanted}, not "${text}"`)
    return value
  }
  const whole = (option: string, min: number, max: number) =>
    take(option, (text) => readWholeNumber(text, { min, max }), `a whole number from ${min} to ${max}`)

  const engine = take('engine', (text) => ENGINES.find((one) => one === text) ?? null, ENGINES.join(' or '))
  const durationMs = take('duration', readDuration, 'a duration such as 500ms, 60s or 5m')
  const warmUp = take('warmup', readWarmUp, 'a share below 100%, a duration or auto')
  const replications = whole('replications', 1, MOST_REPLICATIONS)
  const precision = take('precision', readPrecision, 'a share such as 2%')
  const budgetMs = take('budget', readDuration, 'a duration such as 30s or 5m')
  const seed = whole('seed', 0, MOST_SEED)
  const threads = whole('threads', 1, MOST_THREADS) ?? availableParallelism()
  const format = take('format', (text) => FORMATS.find((one) => one === text) ?? null, FORMATS.join(', ')) ?? 'text'
  const objectives = texts('slo').flatMap((text) => {
    const objective = readObjective(text)
    if (typeof objective !== 'string') return objective
    faults.push(`--slo ${objective}`)
    return []
  })

  const file = (option: string) => take(option, (text) => (text === '' ? null : path(text)), 'the name of a file')
  const files = { replay: file('replay'), recordedIn: file('arrivals-file'), out: file('out') }
  const said = { engine, durationMs, warmUp, replications, precision, budgetMs, seed, threads, objectives, format }
  if (texts('replay').length > 0) faults.push(...faultsBesideReplay(texts))
  const options: SimulateOptions = {
    ...said,
    ...files,
    settings: texts('set'),
    textsOf: texts,
  }
  return { options, faults }
}

const OF_THE_RUN = ['server', 'engine', 'duration', 'warmup', 'replications', 'precision', 'budget', 'seed', 'set']

/** A run that happens again is as it was. */
function faultsBesideReplay(texts: Call['texts']): readonly string[] {
  const given = [...OF_THE_RUN, ...Object.keys(SETTING_OPTIONS)].filter((name) => texts(name).length > 0)
  return given.length > 0 ? [`${given.map((name) => `--${name}`).join(', ')}: not with --replay`] : []
}

/** What is wrong with a warm-up that would leave nothing. */
export const warmUpFaults = (warmUp: WarmUp, durationMs: number): readonly string[] =>
  warmUpMs(warmUp, durationMs) < durationMs
    ? []
    : [`--warmup must be shorter than the ${durationMs / 1000} s that are simulated`]

function readPrecision(text: string): number | null {
  const share = Number(/^(\d+(?:\.\d+)?)\s*%$/.exec(text.trim())?.[1]) / 100
  return share > 0 && share < 1 ? share : null
}

function readWarmUp(text: string): WarmUp | 'auto' | null {
  const trimmed = text.trim()
  if (trimmed === 'auto') return trimmed
  const [, share] = /^(\d+(?:\.\d+)?)\s*%$/.exec(trimmed) ?? []
  if (share !== undefined) return Number(share) < 100 ? { share: Number(share) / 100 } : null
  const ms = /^0(ms|s)?$/.test(trimmed) ? 0 : readDuration(text)
  return ms === null ? null : { ms }
}
