import {
  CannotBeRead,
  type Check,
  type Condition,
  existing,
  type Window,
} from '../../../../../tooling/reference-cases/reference-case.ts'
import type { Diagram } from '../diagram.ts'
import { readBy } from './template.ts'

/** What a sentence may refer to. */
export interface Told {
  readonly variants: Readonly<Record<string, Diagram>>
  /** Keys of the expected figures. */
  readonly figures: readonly string[]
  readonly spike?: { readonly fromS: number; readonly toS: number }
  readonly window?: Window
  readonly outage?: { readonly node: string; readonly fromS: number; readonly forS: number }
}

type Sentence = readonly [template: string, make: (...words: string[]) => readonly Condition[]]

const QUANTITIES: Readonly<Record<string, string>> = {
  'goodput|success|success share|success rate': 'goodputShare',
  'failures|errors|error share|error rate': 'failedShare',
  'attempts per request|amplification': 'attemptsPerRequest',
  'response|response time|mean response|mean response time|R': 'meanResponseMs',
  'throughput|completions': 'completedRps',
  'arrivals|offered load': 'arrivedRps',
}

const UNITS: Readonly<Record<string, number>> = { '': 1, ms: 1, s: 1000, '%': 0.01, rps: 1 }

/** What is "after" a time is watched for so long, and what is "at" a time over so long. */
const AFTERWARDS_S = 60
const STRETCH_S = 5

function windowIn(words: string, { spike, window }: Told): Window {
  const [, from, to] = /^(?:in|at) ([\d.]+) ?- ?([\d.]+) s$/.exec(words) ?? []
  if (from !== undefined) return [Number(from), Number(to)]
  const [, side, second] = /^(before|after|at|by) ([\d.]+) s$/.exec(words) ?? []
  const at = Number(second)
  if (side === 'before' || side === 'by') return [0, at]
  if (side === 'at') return [at - STRETCH_S / 2, at + STRETCH_S / 2]
  const lastS = Number(window?.[1] ?? 0)
  if (side === 'after') return [at, Math.max(lastS, at + AFTERWARDS_S)]
  if (words.endsWith('window')) return existing(window, 'window of time')
  const { fromS, toS } = existing(spike, 'spike of the load')
  if (words.startsWith('before')) return [fromS / 4, fromS]
  return words.startsWith('during') ? [fromS, toS] : [toS, Math.max(lastS, toS + AFTERWARDS_S)]
}

/** A figure, or a number; a time may leave its unit out. */
function limitIn(word: string, { figures }: Told): Condition['than'] {
  return /^[\d.]+$/.test(word) ? Number(word) : { measure: figureIn(word, figures) }
}

const figureIn = (word: string, figures: readonly string[]): string =>
  figures.includes(`${word}_ms`) ? `${word}_ms` : word

/** Every sentence that is understood, by its form; the first that fits counts. */
const sentencesOf = (told: Told): readonly Sentence[] => {
  const { variants, figures, outage } = told
  const names = Object.keys(variants)
  const spikeEndS = told.spike?.toS ?? 0
  const afterFault = (fromS: number, toS: number): Window => {
    const { fromS: faultS, forS } = existing(outage, 'outage')
    return [faultS + fromS, faultS + forS + toS]
  }
  const byHitRate = (of: (hitRate: number) => Omit<Condition, 'variant' | 'of'>) =>
    names.map((variant): Condition => ({ variant, of: 'database', ...of(Number(variant)) }))
  return [
    ...Object.entries(QUANTITIES).map(
      ([words, measure]): Sentence => [
        `{${words}} <when> <relation> #<unit>`,
        (_, when = '', is = '', limit = '', unit = '') => [
          { measure, within: windowIn(when, told), is: is as '<', than: Number(limit) * (UNITS[unit] ?? Number.NaN) },
        ],
      ],
    ),
    [
      'backlog cleared at # s +- # s',
      (at, slack) => [near('backlogClearedAtS', [spikeEndS, Number(at) + Number(slack)], Number(at), Number(slack))],
    ],
    [
      'healed at # s +- # s',
      (at, slack) => [near('healedAtS', [spikeEndS, Number(at) + Number(slack)], Number(at), Number(slack))],
    ],
    [
      'breaker {opens|closes} <when>',
      (change, when = '') => [
        {
          measure: change === 'opens' ? 'breakerOpenings' : 'breakerClosings',
          within: windowIn(when, told),
          is: '>',
          than: 0,
        },
      ],
    ],
    [
      'about # % of requests fail from the fault until detection',
      (percent) => [
        near('failedShare', [existing(outage, 'outage').fromS, 'last failure'], Number(percent) / 100, 0.05),
      ],
    ],
    [
      'detection between # s and # s after the fault',
      (least, most) => [
        { measure: 'lastFailureAfterS', within: afterFault(0, 0), is: 'between', than: [Number(least), Number(most)] },
      ],
    ],
    // No later than 65 s after the fault, by the sentence before.
    [
      'then errors stop, <name> util = <any> > 1: queue grows # rps',
      (of, _, growth) => [
        { measure: 'failures', within: afterFault(70, 0), is: '<=', than: 0 },
        { measure: 'busyShareWithin', of: of as string, within: afterFault(90, 0), is: '>=', than: 0.99 },
        {
          measure: 'growthRps',
          of: of as string,
          within: afterFault(70, -5),
          is: 'near',
          than: Number(growth),
          rel: 0.25,
        },
      ],
    ],
    // The first check may come right after the repair.
    [
      'recovers after >= healthyThreshold checks',
      () => {
        const { node, fromS, forS } = existing(outage, 'outage')
        const within = [fromS + forS, fromS + forS] as const
        return [{ measure: 'checksBeyondThreshold', of: node, within, is: 'between', than: [-1.1, 1] }]
      },
    ],
    [
      'mean and p99: <any>',
      (order = '') => {
        const balancedBy = (name: string) =>
          existing(
            names.find((variant) => {
              const { settings, nodes = [] } = variants[variant] ?? {}
              return settings?.lb === undefined
                ? nodes.some(({ data }) => data?.algorithm === name)
                : settings.lb === name
            }),
            `variant balanced by ${name}`,
          )
        const variant = order.split(' > ').map(balancedBy)
        return ['R', 'p99'].map((measure): Condition => ({ measure, variant, is: 'falling' }))
      },
    ],
    ['pool utilisation -> 1', () => [{ measure: 'poolUtil', is: '>', than: 0.98 }]],
    // What gets through is less than what is offered.
    [
      'worker utilisation of the <name> -> 1 although its CPU need is #/#',
      (of, need, slots) => [
        { measure: 'U', of: of as string, is: '>', than: 0.98 },
        { measure: 'workingShare', of: of as string, is: '<=', than: Number(need) / Number(slots), times: 1.1 },
      ],
    ],
    [
      'bottleneck list names the database edge or database first',
      () => {
        const { nodes = [], edges = [] } = Object.values(variants)[0] ?? {}
        const databases = nodes.filter(({ type }) => type === 'Database').map(({ id }) => id)
        const leading = edges.filter(({ target }) => databases.includes(target))
        const than = [...databases, ...leading.map(({ id, source, target }) => id ?? `${source}-${target}`)]
        return [{ measure: 'firstLimit', is: 'one of', than }]
      },
    ],
    [
      'DB arrival rate = (1-h) x reads within # %',
      (percent) =>
        byHitRate((h) => ({ measure: 'visitsPerRequest', is: 'near', than: 1 - h, rel: Number(percent) / 100 })),
    ],
    ['mean response strictly decreasing in h', () => [{ measure: 'R', variant: names, is: 'falling' }]],
    [
      'max throughput before DB saturates = #/(1-h)',
      (rps) => byHitRate((h) => ({ measure: 'saturatesAtRps', is: 'near', than: Number(rps) / (1 - h), rel: 0.03 })),
    ],
    [
      'R, p50, p95, p99 non-decreasing in load',
      () =>
        ['R', 'p50', 'p95', 'p99'].map(
          (measure): Condition => ({ measure, variant: names.slice(0, -1), is: 'rising' }),
        ),
    ],
    [
      'p50<=p95<=p99<=p99.9<=max',
      () =>
        names.flatMap((variant) =>
          ['p50', 'p95', 'p99', 'p999'].map(
            (measure, index): Condition => ({
              measure,
              variant,
              is: '<=',
              than: { measure: ['p95', 'p99', 'p999', 'max'][index] as string, variant },
            }),
          ),
        ),
    ],
    [
      'throughput <= capacity bound of every node and edge',
      () => [{ measure: 'greatestLoad', variant: names, is: '<=', than: 1.002 }],
    ],
    ['abs(L - X R)/L < # per node', (slack) => [law('little', Number(slack))]],
    ['abs(U - X S/c) < #', (slack) => [law('utilisation', Number(slack))]],
    ['arrivals = completed + failed + in flight exactly', () => [law('requests')]],
    ['flow into node = flow out + failures', () => [law('flow')]],
    [
      'with the same seed, all latencies x# exactly, utilisations equal',
      (factor) => [{ measure: 'unstretchedFigures', by: { factor: Number(factor) }, is: '<=', than: 0 }],
    ],
    [
      'results equal in distribution; identical when random streams are keyed per node id',
      () => [
        { measure: 'changedByStrangers', is: '<=', than: 0 },
        { measure: 'renamedOverPlain', is: 'near', than: 1, rel: 0.05 },
      ],
    ],
    ['byte-identical result JSON', () => [{ measure: 'differentRepeats', is: '<=', than: 0 }]],
    [
      '# % CI of the mean covers # ms in at least # of #',
      (_, expected, least, intervals) => [
        {
          measure: 'coveringIntervals',
          by: { expected: Number(expected), intervals: Number(intervals), replications: 10 },
          is: '>=',
          than: Number(least),
        },
      ],
    ],
    [
      'at U=# closed R (N=#, Z=# s: # ms) < open R # ms',
      (busy, _users, _think, closedMs, openMs) => [
        ...['open', 'closed'].map(
          (variant): Condition => ({ measure: 'U', variant, is: 'near', than: Number(busy), abs: 0.03 }),
        ),
        { measure: 'R', variant: 'closed', is: 'near', than: Number(closedMs), rel: 0.05 },
        { measure: 'R', variant: 'open', is: 'near', than: Number(openMs), rel: 0.08 },
        { measure: 'R', variant: 'closed', is: '<', than: { measure: 'R', variant: 'open' } },
      ],
    ],
    [
      'doubling users past N* leaves X within # %',
      (percent) => [
        {
          measure: 'X',
          variant: 'twice',
          is: 'near',
          than: { measure: 'X', variant: 'past' },
          rel: Number(percent) / 100,
        },
      ],
    ],
    // Times are known to the second, decisions to the next look.
    [
      'no scale-in within # s of a higher recommendation',
      (seconds) => [{ measure: 'leastScaleInGapS', is: '>=', than: Number(seconds) - 2 }],
    ],
    // The mean over whole seconds is not quite the one that the autoscaler sees.
    [
      'no change while abs(ratio-1) <= #',
      (tolerance) => [{ measure: 'nearestRatio', is: '>', than: Number(tolerance) - 0.03 }],
    ],
    ['never outside [min,max]', () => [{ measure: 'instancesBeyondBounds', is: '<=', than: 0 }]],
    [
      'at most doubling or +# per # s',
      (more, seconds) => [
        { measure: 'instancesBeyondStep', by: { more: Number(more), seconds: Number(seconds) }, is: '<=', than: 0.01 },
      ],
    ],
    [
      'all-failing stream at # rps: OPEN exactly at call #',
      (_, calls) => [{ measure: 'callsUntilOpen', is: 'near', than: Number(calls) }],
    ],
    [
      'no call reaches the target for # s',
      (seconds) => [{ measure: 'callsWhileOpen', by: { seconds: Number(seconds) - 0.001 }, is: '<=', than: 0 }],
    ],
    ['at most # probes, then OPEN again', (most) => [{ measure: 'probes', is: 'between', than: [1, Number(most)] }]],
    [
      'a backend is ejected after # consecutive errors',
      (errors) => [{ measure: 'callsUntilEjected', is: 'near', than: Number(errors) }],
    ],
    [
      'at most # % (# of #) ejected at once',
      (_, most) => [{ measure: 'ejectedAtOnce', is: 'between', than: [1, Number(most)] }],
    ],
    // A target is let back in at the next sweep only.
    [
      'ejection lasts # s x times ejected',
      (seconds) => [
        { measure: 'ejectionExcessS', by: { seconds: Number(seconds) }, is: 'between', than: [-1, 11] },
        { measure: 'mostEjections', is: '>', than: 1 },
      ],
    ],
    [
      'no jitter: all # first retries in one # ms bin',
      (count, spanMs) => [
        {
          measure: 'mostRetriesAtOnce',
          variant: 'none',
          by: { spanMs: Number(spanMs) },
          is: 'near',
          than: Number(count),
        },
      ],
    ],
    [
      '{full|equal} jitter: max # ms bin of first retries < #',
      (variant = '', spanMs, limit) => [
        { measure: 'mostRetriesAtOnce', variant, by: { spanMs: Number(spanMs) }, is: '<', than: Number(limit) },
        { measure: 'mostRetriesAtOnce', variant, by: { spanMs: Number(spanMs) }, is: '>', than: 0 },
      ],
    ],
    [
      '<name> is the {largest|smallest}',
      (one = '', end) => {
        const ending = /_[a-z]+(?:_ms)?$/.exec(one)?.[0] ?? ''
        const others = figures.filter((key) => key !== one && key.endsWith(ending))
        return others.map((key) => ({
          measure: figureIn(one, figures),
          is: end === 'largest' ? '>=' : '<=',
          than: { measure: key },
        }))
      },
    ],
    [
      '<name> within # % of <name><unit>',
      (one = '', percent, other = '') => [
        {
          measure: figureIn(one, figures),
          is: 'near',
          than: limitIn(other, told) as number,
          rel: Number(percent) / 100,
        },
      ],
    ],
    [
      '<name> <relation> # {\\*|x} <name><unit>',
      (one = '', is, times, _, other = '') => [
        { measure: figureIn(one, figures), is: is as '<', than: limitIn(other, told) as number, times: Number(times) },
      ],
    ],
    [
      '<name> <relation> <name><unit>',
      (one = '', is, other = '') => [
        { measure: figureIn(one, figures), is: is as '<', than: limitIn(other, told) as number },
      ],
    ],
  ]
}

const near = (measure: string, within: Window, than: number, abs: number): Condition => ({
  measure,
  within,
  is: 'near',
  than,
  abs,
})

const law = (name: string, slack?: number): Condition => ({
  measure: 'brokenLaws',
  by: { law: name, ...(slack !== undefined && { slack }) },
  is: '<=',
  than: 0,
})

/** Reads a sentence of a case; throws `CannotBeRead` where it has no form that is known. */
export function readSentence(text: string, told: Told): Check {
  const that = readBy(sentencesOf(told), text)
  if (that === null) throw new CannotBeRead(`"${text}" says nothing that is known`)
  return { text, that }
}
