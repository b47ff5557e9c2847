import {
  DEFAULT_SETTINGS,
  type EventSettings,
  type Objective,
  type RecordedRun,
  readSettings,
} from '@plimsoll/event-engine'
import type { Flow } from '@plimsoll/flow'
import { MOST_SEED } from '@plimsoll/simulation'
import { UsageError } from '../command.ts'
import { describeFaults } from './flow-file.ts'
import { givenSettings } from './given-settings.ts'
import { describeObjective, readObjective } from './objectives.ts'
import {
  DEFAULTS,
  ENGINES,
  type Engine,
  MOST_REPLICATIONS,
  NO_AUTO_WARM_UP,
  ONLY_EVENTS,
  ONLY_GROWING,
  type SimulateOptions,
  warmUpFaults,
  warmUpMs,
} from './options.ts'
import type { RecordedEntry } from './recorded-file.ts'
import { withScope } from './scopes.ts'
import { recordedMs, timingFaults } from './timing.ts'

/** What is to be run. */
export interface Plan {
  readonly engine: Engine
  readonly settings: EventSettings
  readonly replications: number
  readonly seed: number
  readonly objectives: readonly Objective[]
  /** How the run grows; null: its duration and replications are given. */
  readonly grown: Grown | null
  /** The run that is to happen again; null: it is a new one. */
  readonly recorded: RecordedRun | null
}

/** How a run grows. */
export interface Grown {
  /** Of a run of so many simulated ms. */
  readonly warmUpMs: (durationMs: number) => number
  /** Wanted half-width over the figure; null: as the engine has it. */
  readonly precision: number | null
  /** By the clock; null: no limit. */
  readonly budgetMs: number | null
}

type Saved = Readonly<Record<string, unknown>>

/** What was said, else what is saved with the flow, else the defaults; throws one UsageError with all that is wrong. */
export function planOf(flow: Flow, options: SimulateOptions, recorded: readonly RecordedEntry[] | null = null): Plan {
  const given = givenSettings(flow, options.textsOf, recorded)
  const read = readSettings(given.simulation)
  const settings = read.ok ? read.settings : DEFAULT_SETTINGS
  const saved: Saved = flow.simulation ?? {}
  const objectives = {
    given: options.objectives.map((one) => withScope(flow, one)),
    saved: savedObjectives(saved, flow),
  }
  const savedFaults = [
    ...engineFaults(saved),
    ...wholeFaults(saved, 'replications', { min: 1, max: MOST_REPLICATIONS }),
    ...wholeFaults(saved, 'seed', { min: 0, max: MOST_SEED }),
    ...objectives.saved.filter((one) => typeof one === 'string'),
  ]
  const engine =
    options.engine ?? (savedFaults.length === 0 ? (saved.engine as Engine | undefined) : null) ?? DEFAULTS.engine
  const durationMs =
    options.durationMs ??
    (saved.durationS !== undefined ? settings.durationMs : (recordedMs(settings) ?? DEFAULTS.durationMs))
  // A saved warm-up keeps its share of another duration.
  const kept = { share: settings.warmUpMs / settings.durationMs }
  const warmUp = options.warmUp === null || options.warmUp === 'auto' ? kept : options.warmUp
  const isGiven = [options.durationMs ?? saved.durationS, options.replications ?? saved.replications].some(
    (one) => one !== null && one !== undefined,
  )
  const isGrowing = engine === 'events' && !isGiven
  const chosen = (options.objectives.length > 0 ? objectives.given : objectives.saved).filter(
    (one) => typeof one !== 'string',
  )
  const settingFaults = [
    ...(read.ok ? [] : read.faults.map(given.describe)),
    ...savedFaults,
    ...(engine === 'live' || !read.ok ? [] : timingFaults(given.simulation, durationMs).map(given.describe)),
  ]
  const faults = [
    ...given.faults,
    ...objectives.given.flatMap((one) => (typeof one === 'string' ? [`--slo ${one}`] : [])),
    ...(engine === 'live' ? faultsOfLive(options, given.options, chosen) : []),
    ...(isGrowing || (options.precision === null && options.budgetMs === null)
      ? []
      : [engine === 'live' ? ONLY_EVENTS : ONLY_GROWING]),
    ...warmUpFaults(warmUp, durationMs),
    ...(settingFaults.length > 0 ? [describeFaults('The settings of the simulation are wrong:', settingFaults)] : []),
  ]
  if (faults.length > 0) throw new UsageError(faults.join('\n'))
  return {
    engine,
    settings: { ...settings, durationMs, warmUpMs: warmUpMs(warmUp, durationMs) },
    replications: options.replications ?? (saved.replications as number | undefined) ?? DEFAULTS.replications,
    seed: options.seed ?? (saved.seed as number | undefined) ?? DEFAULTS.seed,
    objectives: chosen,
    grown: isGrowing
      ? {
          warmUpMs: (ms) => ('share' in warmUp ? warmUp.share * ms : warmUp.ms),
          precision: options.precision,
          budgetMs: options.budgetMs,
        }
      : null,
    recorded: null,
  }
}

/** A run that happens again, whole, with the settings that the flow had at its end. */
export function planOfReplay(flow: Flow, recorded: RecordedRun, options: SimulateOptions): Plan {
  const read = readSettings(flow.simulation)
  const saved = savedObjectives(flow.simulation ?? {}, flow).filter((one) => typeof one !== 'string')
  const given = options.objectives.map((one) => withScope(flow, one))
  const faults = given.filter((one) => typeof one === 'string')
  if (faults.length > 0) throw new UsageError(faults.map((fault) => `--slo ${fault}`).join('\n'))
  return {
    engine: 'events',
    settings: { ...(read.ok ? read.settings : DEFAULT_SETTINGS), durationMs: recorded.untilMs, warmUpMs: 0 },
    replications: 1,
    seed: recorded.seed,
    objectives: given.length > 0 ? given.filter((one) => typeof one !== 'string') : saved,
    grown: null,
    recorded,
  }
}

/** What the live engine does not have. */
const faultsOfLive = (
  { warmUp }: SimulateOptions,
  given: readonly string[],
  objectives: readonly Objective[],
): readonly string[] => [
  ...(warmUp === 'auto' ? [NO_AUTO_WARM_UP] : []),
  ...given.map((option) => `--${option} is for --engine events`),
  ...objectives.flatMap((one) =>
    one.scope ? [`${describeObjective(one)}: objectives of a part are for --engine events`] : [],
  ),
]

function engineFaults({ engine }: Saved): readonly string[] {
  const isFine = engine === undefined || ENGINES.some((one) => one === engine)
  return isFine ? [] : [`simulation.engine must be ${ENGINES.join(' or ')}`]
}

/** Objectives as `--slo` takes them, one or a list; a text says what is wrong with one. */
function savedObjectives({ objectives = [] }: Saved, flow: Flow): readonly (Objective | string)[] {
  const isList = Array.isArray(objectives)
  return (isList ? objectives : [objectives]).map((one: unknown, index) => {
    const path = `simulation.objectives${isList ? `.${index}` : ''}`
    if (typeof one !== 'string') return `${path} must be a text like p99<250ms`
    const read = readObjective(one)
    const found = typeof read === 'string' ? read : withScope(flow, read)
    return typeof found === 'string' ? `${path} ${found}` : found
  })
}

function wholeFaults(saved: Saved, name: string, { min, max }: { min: number; max: number }): readonly string[] {
  const value = saved[name]
  const isFine = value === undefined || (Number.isInteger(value) && Number(value) >= min && Number(value) <= max)
  return isFine ? [] : [`simulation.${name} must be a whole number from ${min} to ${max}`]
}
