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
import { readObjective } from './objectives.ts'
import {
  DEFAULTS,
  ENGINES,
  type Engine,
  MOST_REPLICATIONS,
  NO_AUTO_WARM_UP,
  ONLY_EVENTS,
  ONLY_GROWING,
  type SimulateOptions,
  warmUpMs,
} from './options.ts'
import type { RecordedEntry } from './recorded-file.ts'
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

/** What was said, else what is saved with the flow, else the defaults; throws a UsageError that tells what is wrong. */
export function planOf(flow: Flow, options: SimulateOptions, recorded: readonly RecordedEntry[] | null = null): Plan {
  const given = givenSettings(flow, options.textsOf, recorded)
  if (given.faults.length > 0) throw new UsageError(given.faults.join('\n'))
  const read = readSettings(given.simulation)
  const saved: Saved = flow.simulation ?? {}
  const objectives = savedObjectives(saved)
  const faults = [
    ...engineFaults(saved),
    ...wholeFaults(saved, 'replications', { min: 1, max: MOST_REPLICATIONS }),
    ...wholeFaults(saved, 'seed', { min: 0, max: MOST_SEED }),
    ...objectives.filter((one) => typeof one === 'string'),
  ]
  if (!read.ok || faults.length > 0) {
    throw wrongSettings([...(read.ok ? [] : read.faults.map(given.describe)), ...faults])
  }
  const { settings } = read
  const engine = options.engine ?? (saved.engine as Engine | undefined) ?? DEFAULTS.engine
  if (engine === 'live' && options.warmUp === 'auto') throw new UsageError(NO_AUTO_WARM_UP)
  const [unused] = given.options
  if (engine === 'live' && unused) throw new UsageError(`--${unused} is for --engine events`)
  const durationMs =
    options.durationMs ??
    (saved.durationS !== undefined ? settings.durationMs : (recordedMs(settings) ?? DEFAULTS.durationMs))
  const badTimes = engine === 'live' ? [] : timingFaults(given.simulation, durationMs)
  if (badTimes.length > 0) throw wrongSettings(badTimes.map(given.describe))
  // A saved warm-up keeps its share of another duration.
  const kept = { share: settings.warmUpMs / settings.durationMs }
  const warmUp = options.warmUp === null || options.warmUp === 'auto' ? kept : options.warmUp
  const isGiven = [options.durationMs ?? saved.durationS, options.replications ?? saved.replications].some(
    (one) => one !== null && one !== undefined,
  )
  const isGrowing = engine === 'events' && !isGiven
  if (!isGrowing && (options.precision !== null || options.budgetMs !== null))
    throw new UsageError(engine === 'live' ? ONLY_EVENTS : ONLY_GROWING)
  return {
    engine,
    settings: { ...settings, durationMs, warmUpMs: warmUpMs(warmUp, durationMs) },
    replications: options.replications ?? (saved.replications as number | undefined) ?? DEFAULTS.replications,
    seed: options.seed ?? (saved.seed as number | undefined) ?? DEFAULTS.seed,
    objectives:
      options.objectives.length > 0 ? options.objectives : objectives.filter((one) => typeof one !== 'string'),
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
  const objectives = savedObjectives(flow.simulation ?? {}).filter((one) => typeof one !== 'string')
  return {
    engine: 'events',
    settings: { ...(read.ok ? read.settings : DEFAULT_SETTINGS), durationMs: recorded.untilMs, warmUpMs: 0 },
    replications: 1,
    seed: recorded.seed,
    objectives: options.objectives.length > 0 ? options.objectives : objectives,
    grown: null,
    recorded,
  }
}

const wrongSettings = (faults: readonly string[]) =>
  new UsageError(describeFaults('The settings of the simulation are wrong:', faults))

function engineFaults({ engine }: Saved): readonly string[] {
  const isFine = engine === undefined || ENGINES.some((one) => one === engine)
  return isFine ? [] : [`simulation.engine must be ${ENGINES.join(' or ')}`]
}

/** Objectives as `--slo` takes them, one or a list; a text says what is wrong with one. */
function savedObjectives({ objectives = [] }: Saved): readonly (Objective | string)[] {
  const isList = Array.isArray(objectives)
  return (isList ? objectives : [objectives]).map((one: unknown, index) => {
    const path = `simulation.objectives${isList ? `.${index}` : ''}`
    if (typeof one !== 'string') return `${path} must be a text like p99<250ms`
    const read = readObjective(one)
    return typeof read === 'string' ? `${path} ${read}` : read
  })
}

function wholeFaults(saved: Saved, name: string, { min, max }: { min: number; max: number }): readonly string[] {
  const value = saved[name]
  const isFine = value === undefined || (Number.isInteger(value) && Number(value) >= min && Number(value) <= max)
  return isFine ? [] : [`simulation.${name} must be a whole number from ${min} to ${max}`]
}
