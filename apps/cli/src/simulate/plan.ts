import { compile, isAboutRequests, type Objective, type RecordedRun } from '@plimsoll/event-engine'
import { describeObjective, planOf, planOfReplay, type RunPlan, withScope } from '@plimsoll/experiments'
import type { Flow } from '@plimsoll/flow'
import type { Engine } from '@plimsoll/simulation'
import { UsageError } from '../command.ts'
import { describeFaults } from './flow-file.ts'
import { givenSettings } from './given-settings.ts'
import { NO_AUTO_WARM_UP, ONLY_EVENTS, ONLY_GROWING, type SimulateOptions, warmUpFaults } from './options.ts'
import type { RecordedEntry } from './recorded-file.ts'

/** What is to be run, and by which engine. */
export interface Plan extends RunPlan {
  readonly engine: Engine
}

/** What was said, else what is saved with the flow, else the defaults; throws one UsageError with all that is wrong. */
export function readPlan(
  flow: Flow,
  options: SimulateOptions,
  { recorded = null, isVaried = false }: { recorded?: readonly RecordedEntry[] | null; isVaried?: boolean } = {},
): Plan {
  const given = givenSettings(flow, options.textsOf, recorded)
  const objectives = options.objectives.map((one) => withScope(flow, one))
  const { engine, plan, faults } = planOf(flow, {
    ...options,
    simulation: given.simulation,
    objectives: objectives.filter((one) => typeof one !== 'string'),
  })
  // What the flow does not have is found where it is compiled, which knows of no option. One that is varied may have it then.
  const isCompiled = faults.length === 0 && given.options.includes('fault') && !isVaried
  const compiled = isCompiled ? compile(flow, plan.settings, { mayIdle: true }) : null
  const described = [...faults, ...(compiled?.ok === false ? compiled.faults : [])].map(given.describe)
  const isRefused = plan.grown === null && (options.precision !== null || options.budgetMs !== null)
  const { warmUp } = options
  const all = [
    ...given.faults,
    ...objectives.flatMap((one) => (typeof one === 'string' ? [`--slo ${one}`] : [])),
    ...(engine === 'live' ? faultsOfLive(options, given.options, plan.objectives) : []),
    ...(isRefused ? [engine === 'live' ? ONLY_EVENTS : `${ONLY_GROWING}: ${whatSetsLength(flow, options)}`] : []),
    ...(warmUp === null || warmUp === 'auto' ? [] : warmUpFaults(warmUp, plan.settings.durationMs)),
    ...(described.length > 0 ? [describeFaults('The settings of the simulation are wrong:', described)] : []),
  ]
  if (all.length > 0) throw new UsageError(all.join('\n'))
  return { ...plan, engine }
}

/** By which option, or else by which setting of the flow, the length of a run is set. */
function whatSetsLength({ simulation = {} }: Flow, { durationMs, replications }: SimulateOptions): string {
  const by = (option: string, given: number | null, setting: string) =>
    given !== null
      ? [`${option} is given`]
      : simulation[setting] === undefined
        ? []
        : [`simulation.${setting} is saved with the flow`]
  return [...by('--duration', durationMs, 'durationS'), ...by('--replications', replications, 'replications')].join(
    ', ',
  )
}

/** A run that happens again. */
export function readReplayPlan(flow: Flow, recorded: RecordedRun, options: SimulateOptions): Plan {
  const given = options.objectives.map((one) => withScope(flow, one))
  const faults = given.filter((one) => typeof one === 'string')
  if (faults.length > 0) throw new UsageError(faults.map((fault) => `--slo ${fault}`).join('\n'))
  const objectives = given.filter((one) => typeof one !== 'string')
  return { ...planOfReplay(flow, recorded, objectives), engine: 'events' }
}

/** What the live engine does not have. */
const faultsOfLive = (
  { warmUp }: SimulateOptions,
  given: readonly string[],
  objectives: readonly Objective[],
): readonly string[] => [
  ...(warmUp === 'auto' ? [NO_AUTO_WARM_UP] : []),
  ...given.map((option) => `--${option} is for --engine events`),
  ...objectives.flatMap((one) => {
    const what = one.scope ? 'a part' : isAboutRequests(one.metric) ? null : 'messages'
    return what === null ? [] : [`${describeObjective(one)}: objectives of ${what} are for --engine events`]
  }),
]
