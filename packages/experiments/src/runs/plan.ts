import {
  DEFAULT_SETTINGS,
  type EventSettings,
  GOAL,
  type Objective,
  type RecordedRun,
  readSettings,
} from '@plimsoll/event-engine'
import type { Flow } from '@plimsoll/flow'
import { DEFAULT_ENGINE, ENGINES, type Engine, engineOf, MOST_SEED } from '@plimsoll/simulation'
import { type Price, pricesOf, readPrices } from '../cost/prices.ts'
import { readObjective } from '../design/objectives.ts'
import { MOST_REPLICATIONS } from '../design/replications.ts'
import { withScope } from '../design/scopes.ts'
import { SIMULATION_SETTINGS } from '../design/simulation-settings.ts'
import { recordedMs, timingFaults } from '../design/timing.ts'

/** What is not counted at the beginning: a share of the duration, or a time. */
export type WarmUp = { readonly share: number } | { readonly ms: number }

/** What is to be run of a design. Plain data. */
export interface RunPlan {
  readonly settings: EventSettings
  readonly replications: number
  /** Of the first replication; each further one has the next. */
  readonly seed: number
  readonly objectives: readonly Objective[]
  readonly prices: readonly Price[]
  /** How the run grows; null: its duration and replications are given. */
  readonly grown: Grown | null
  /** Whether the first runs show which beginning is left out. */
  readonly findsWarmUp: boolean
  /** The run that is to happen again; null: it is a new one. */
  readonly recorded: RecordedRun | null
  /** Of an answer, by the clock; null: it takes as long as it takes. */
  readonly stopAfterMs: number | null
}

/** How a run grows. */
export interface Grown {
  readonly warmUp: WarmUp
  /** Wanted half-width over the figure; null: as the engine has it. */
  readonly precision: number | null
  /** Events of all replications together that it may take. */
  readonly mostEvents: number
}

/** Of the budget, what an answer from many designs or loads may take: with more of it five answers would not come within three minutes. */
const OF_BUDGET = 2 / 5

/** Events of all simulations together that such an answer may take. */
export const answerEvents = ({ mostEvents }: Pick<Grown, 'mostEvents'>): number => OF_BUDGET * mostEvents

/** What is said in place of what is saved with the flow. */
export interface GivenPlan {
  /** As a flow stores it under `simulation`. */
  readonly simulation?: Saved
  readonly engine?: Engine | null
  readonly durationMs?: number | null
  readonly warmUp?: WarmUp | 'auto' | null
  readonly replications?: number | null
  readonly precision?: number | null
  readonly seed?: number | null
  /** None: those that are saved. */
  readonly objectives?: readonly Objective[]
}

/** What is to be run, with what is wrong left out. */
export interface ReadPlan {
  readonly ok: boolean
  readonly engine: Engine
  readonly plan: RunPlan
  /** What is wrong with what is saved, each with its path, such as `simulation.objectives.0`. */
  readonly faults: readonly PlanFault[]
}

export interface PlanFault {
  readonly path: string
  readonly message: string
}

type Saved = Readonly<Record<string, unknown>>

/** What holds where neither a surface nor the flow says otherwise. */
const RUN_DEFAULTS = { engine: DEFAULT_ENGINE, durationMs: 60_000, replications: 10, seed: 1 } as const

/** What was said, else what is saved with the flow, else the defaults. */
export function planOf(flow: Flow, given: GivenPlan = {}): ReadPlan {
  const saved: Saved = flow.simulation ?? {}
  const simulation = given.simulation ?? saved
  const read = readSettings(simulation)
  const settings = read.ok ? read.settings : DEFAULT_SETTINGS
  const savedObjectives = readSavedObjectives(saved, flow)
  const savedPrices = readPrices(flow)
  const savedEngine = engineOf(saved)
  const engine = given.engine ?? savedEngine ?? RUN_DEFAULTS.engine
  const durationMs =
    given.durationMs ??
    (saved.durationS !== undefined ? settings.durationMs : (recordedMs(settings) ?? RUN_DEFAULTS.durationMs))
  // A saved warm-up keeps its share of another duration.
  const kept = { share: settings.warmUpMs / settings.durationMs }
  const { warmUp: givenWarmUp = null } = given
  const warmUp = givenWarmUp === null || givenWarmUp === 'auto' ? kept : givenWarmUp
  const isGiven = [given.durationMs ?? saved.durationS, given.replications ?? saved.replications].some(
    (one) => one !== null && one !== undefined,
  )
  const faults = [
    ...(read.ok ? [] : read.faults),
    ...(savedEngine === null ? [{ path: 'simulation.engine', message: `must be ${ENGINES.join(' or ')}` }] : []),
    ...wholeFaults(saved, 'replications', { min: 1, max: MOST_REPLICATIONS }),
    ...wholeFaults(saved, 'seed', { min: 0, max: MOST_SEED }),
    ...LIMITS.flatMap((name) => limitFaults(saved, name)),
    ...savedObjectives.filter((one) => 'message' in one),
    ...savedPrices.filter((one) => 'message' in one),
    ...(engine === 'live' || !read.ok ? [] : timingFaults(simulation, durationMs)),
  ]
  const plan: RunPlan = {
    settings: { ...settings, durationMs, warmUpMs: warmUpMs(warmUp, durationMs) },
    replications: given.replications ?? (saved.replications as number | undefined) ?? RUN_DEFAULTS.replications,
    seed: given.seed ?? (saved.seed as number | undefined) ?? RUN_DEFAULTS.seed,
    objectives: given.objectives?.length ? given.objectives : savedObjectives.filter((one) => 'metric' in one),
    prices: savedPrices.filter((one) => 'price' in one),
    grown:
      engine === 'events' && !isGiven
        ? {
            warmUp,
            precision:
              given.precision ?? (saved.precisionPercent === undefined ? null : Number(saved.precisionPercent) / 100),
            mostEvents: saved.eventsM === undefined ? GOAL.mostEvents : Number(saved.eventsM) * 1e6,
          }
        : null,
    findsWarmUp: givenWarmUp === 'auto',
    recorded: null,
    stopAfterMs: saved.stopAfterS === undefined ? null : Number(saved.stopAfterS) * 1000,
  }
  return { ok: faults.length === 0, engine, plan, faults }
}

/** A run that happens again, whole, with the settings that the flow had at its end; its own objectives where none are given. */
export function planOfReplay(flow: Flow, recorded: RecordedRun, objectives: readonly Objective[]): RunPlan {
  const read = readSettings(flow.simulation)
  const saved = readSavedObjectives(flow.simulation ?? {}, flow).filter((one) => 'metric' in one)
  return {
    settings: { ...(read.ok ? read.settings : DEFAULT_SETTINGS), durationMs: recorded.untilMs, warmUpMs: 0 },
    replications: 1,
    seed: recorded.seed,
    objectives: objectives.length > 0 ? objectives : saved,
    prices: pricesOf(flow),
    grown: null,
    findsWarmUp: false,
    recorded,
    stopAfterMs: null,
  }
}

/** Simulated ms at the beginning that no figure counts. */
export const warmUpMs = (warmUp: WarmUp, durationMs: number): number =>
  'share' in warmUp ? warmUp.share * durationMs : warmUp.ms

/** Objectives as texts, one or a list. */
function readSavedObjectives({ objectives = [] }: Saved, flow: Flow): readonly (Objective | PlanFault)[] {
  const isList = Array.isArray(objectives)
  return (isList ? objectives : [objectives]).map((one: unknown, index) => {
    const path = `simulation.objectives${isList ? `.${index}` : ''}`
    if (typeof one !== 'string') return { path, message: 'must be a text like p99<250ms' }
    const read = readObjective(one)
    const found = typeof read === 'string' ? read : withScope(flow, read)
    return typeof found === 'string' ? { path, message: found } : found
  })
}

function wholeFaults(saved: Saved, name: string, { min, max }: { min: number; max: number }): readonly PlanFault[] {
  const value = saved[name]
  const isFine = value === undefined || (Number.isInteger(value) && Number(value) >= min && Number(value) <= max)
  return isFine ? [] : [{ path: `simulation.${name}`, message: `must be a whole number from ${min} to ${max}` }]
}

/** Settings that only bound how much is simulated. */
const LIMITS = ['precisionPercent', 'eventsM', 'stopAfterS']

function limitFaults(saved: Saved, name: string): readonly PlanFault[] {
  const declared = SIMULATION_SETTINGS.find((one) => one.name === name)
  const value = saved[name]
  if (value === undefined || declared?.kind !== 'number') return []
  const { min, max } = declared
  const isFine = typeof value === 'number' && value >= min && value <= max
  return isFine ? [] : [{ path: `simulation.${name}`, message: `must be a number from ${min} to ${max}` }]
}
