import { DEFAULT_SETTINGS, GOAL } from '@plimsoll/event-engine'
import { MOST_SEED } from '@plimsoll/simulation'
import { MOST_REPLICATIONS } from './replications.ts'

interface Declared {
  /** The member of `flow.simulation`; `catalogue.items` is a member of a member. */
  readonly name: string
  readonly label: string
  readonly help: string
  readonly group: 'Run' | 'Objectives' | 'Traffic' | 'Failures'
}

/** A setting of a simulation that a form shows. One that is absent from `flow.simulation` is at its default. */
export type SimulationSetting = Declared &
  (
    | {
        readonly kind: 'number'
        readonly unit: string
        readonly min: number
        readonly max: number
        readonly isWhole: boolean
        /** Null: not set, which the help explains. */
        readonly default: number | null
      }
    | {
        readonly kind: 'choice'
        readonly options: readonly { readonly value: string; readonly label: string }[]
        /** Null: none of the options. */
        readonly default: string | null
      }
    | { readonly kind: 'flag'; readonly default: boolean }
    | { readonly kind: 'text'; readonly default: string }
    /** Texts such as `p99<250ms`. */
    | { readonly kind: 'objectives'; readonly default: readonly [] }
  )

const number = (
  declared: Declared,
  { unit = '', min = 0, max = 1e12, isWhole = false, absent }: Bounds,
): SimulationSetting => ({ ...declared, kind: 'number', unit, min, max, isWhole, default: absent })

interface Bounds {
  readonly unit?: string
  readonly min?: number
  readonly max?: number
  readonly isWhole?: boolean
  readonly absent: number | null
}

/** A year. */
const MOST_SECONDS = 31_536_000

const { catalogue, footprintMB } = DEFAULT_SETTINGS

/** What can be set of a simulation beside the design itself, in the order of a form. */
export const SIMULATION_SETTINGS: readonly SimulationSetting[] = [
  {
    name: 'objectives',
    label: 'Objectives',
    help: 'What the design must meet, such as p99 < 250 ms, errorRate < 0.1 %, throughput > 1000 rps or p99@API < 90 ms.',
    group: 'Objectives',
    kind: 'objectives',
    default: [],
  },
  number(
    {
      name: 'stopAfterS',
      label: 'Stop after',
      help: 'By the clock: an answer says how far it came. How far that is depends on the machine. Not set: the budget alone ends it.',
      group: 'Run',
    },
    { unit: 's', min: 1, max: 86_400, absent: null },
  ),
  number(
    {
      name: 'eventsM',
      label: 'Budget',
      help: 'Million events that an answer may take, each about a second of a processor core. What is not known then is said, with wider intervals. The same budget gives the same figures.',
      group: 'Run',
    },
    { unit: 'M events', min: 0.1, max: 100_000, absent: GOAL.mostEvents / 1e6 },
  ),
  number(
    {
      name: 'precisionPercent',
      label: 'Precision',
      help: `Half of the width of an interval, as a share of its figure, at which runs end. Not set: ${GOAL.precision * 100} % of a result, wider where many designs or loads are simulated.`,
      group: 'Run',
    },
    { unit: '%', min: 0.1, max: 99, absent: null },
  ),
  number(
    {
      name: 'durationS',
      label: 'Duration',
      help: 'Simulated time of each run. Not set: the runs grow until every objective is decided.',
      group: 'Run',
    },
    { unit: 's', min: 0.001, max: MOST_SECONDS, absent: null },
  ),
  number(
    {
      name: 'warmUpS',
      label: 'Warm-up',
      help: 'What no figure counts at the beginning, shorter than the duration. Not set: a tenth of the duration.',
      group: 'Run',
    },
    { unit: 's', max: MOST_SECONDS, absent: null },
  ),
  number(
    {
      name: 'replications',
      label: 'Replications',
      help: 'How many runs with random numbers of their own. Not set: as many as it takes.',
      group: 'Run',
    },
    { min: 1, max: MOST_REPLICATIONS, isWhole: true, absent: null },
  ),
  number(
    {
      name: 'seed',
      label: 'Seed',
      help: 'The same seed gives the same figures. Each replication has the next.',
      group: 'Run',
    },
    { max: MOST_SEED, isWhole: true, absent: 1 },
  ),
  {
    name: 'arrivals',
    label: 'Arrivals',
    help: 'open, closed, deterministic; open: and a shape, such as open:h2:scv=4; or bursts and calms: mmpp:factor=10,burstS=1,calmS=9.',
    group: 'Traffic',
    kind: 'text',
    default: 'open',
  },
  {
    name: 'callStyle',
    label: 'Call style',
    help: 'Whether edges wait for answers as drawn, all wait, or requests pass on from node to node.',
    group: 'Traffic',
    kind: 'choice',
    options: [
      { value: 'asDrawn', label: 'As drawn' },
      { value: 'synchronous', label: 'Synchronous' },
      { value: 'pipeline', label: 'Pipeline' },
    ],
    default: 'asDrawn',
  },
  {
    name: 'lb',
    label: 'Load balancing',
    help: 'In place of what the load balancers have: of two targets chosen by chance, the one with fewer requests.',
    group: 'Traffic',
    kind: 'choice',
    options: [{ value: 'power-of-two', label: 'Power of two choices' }],
    default: null,
  },
  {
    name: 'deriveHitRate',
    label: 'Derive hit rates',
    help: 'Hit rates of caches follow from their size, and from the items and their popularity.',
    group: 'Traffic',
    kind: 'flag',
    default: false,
  },
  number(
    {
      name: 'catalogue.items',
      label: 'Items',
      help: 'How many items there are where hit rates are derived.',
      group: 'Traffic',
    },
    { min: 1, max: 1_000_000, isWhole: true, absent: catalogue.items },
  ),
  number(
    {
      name: 'catalogue.zipf',
      label: 'Skew of popularity',
      help: 'The exponent of Zipf’s law where hit rates are derived; 0: all items are asked for alike.',
      group: 'Traffic',
    },
    { max: 10, absent: catalogue.zipf },
  ),
  number(
    {
      name: 'footprintMB',
      label: 'Memory of a request',
      help: 'What one request takes of a node’s memory while it is there; 0: not known.',
      group: 'Traffic',
    },
    { unit: 'MB', absent: footprintMB },
  ),
  {
    name: 'failurePer',
    label: 'Failure probability',
    help: 'Whether it is of each request, or the rate of breakdowns (MTBF).',
    group: 'Failures',
    kind: 'choice',
    options: [
      { value: 'request', label: 'Per request' },
      { value: 'mtbf', label: 'Breakdowns' },
    ],
    default: 'request',
  },
  {
    name: 'jitter',
    label: 'Jitter of retries',
    help: 'How waits before retries are spread.',
    group: 'Failures',
    kind: 'choice',
    options: [
      { value: 'none', label: 'None' },
      { value: 'full', label: 'Full' },
      { value: 'equal', label: 'Equal' },
      { value: 'decorrelated', label: 'Decorrelated' },
    ],
    default: 'none',
  },
  number(
    {
      name: 'retryBudget',
      label: 'Retry budget',
      help: 'Retries are at most this share of the answered calls. Not set: no budget.',
      group: 'Failures',
    },
    { absent: null },
  ),
  {
    name: 'cancelOnTimeout',
    label: 'Cancel on timeout',
    help: 'Work for a caller that gave up ends.',
    group: 'Failures',
    kind: 'flag',
    default: false,
  },
  {
    name: 'outlierEjection',
    label: 'Outlier ejection',
    help: 'Load balancers leave out targets that fail often.',
    group: 'Failures',
    kind: 'flag',
    default: false,
  },
]
