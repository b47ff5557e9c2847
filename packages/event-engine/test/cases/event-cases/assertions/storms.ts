import { Unmapped } from '../../../../../../tooling/reference-cases/reference-case.ts'
import type { Measured } from '../bench.ts'
import { courseAt, courseOf, firstTimeBelow, sumWithin } from '../over-time.ts'
import { ways, workplaces } from '../parts.ts'
import { type Context, compare, foundBy, type Sentence } from './sentence.ts'

/** When a sentence speaks of, in words. */
const WHEN =
  '(before (?:the )?spike|during (?:the )?spike|after (?:the )?spike|in (?:the )?window|(?:in|at) [\\d.]+ ?- ?[\\d.]+ s|before [\\d.]+ s|after [\\d.]+ s|at [\\d.]+ s)'

/** What is said of a time: sums over it, of the whole system. Times are ms. */
const QUANTITIES: readonly (readonly [words: string, measure: (within: Within) => number])[] = [
  ['goodput|success(?: share| rate)?', ({ sum }) => sum('completed') / sum('arrived')],
  ['failures|error (?:share|rate)|errors', ({ sum }) => sum('failed') / sum('arrived')],
  ['attempts per request|amplification', ({ sum }) => sum('attempts') / sum('arrived')],
  ['(?:mean )?response(?: time)?|R', ({ sum }) => sum('responseMsSum') / sum('completed')],
  ['throughput|completions', ({ sum, seconds }) => sum('completed') / seconds],
  ['arrivals|offered load', ({ sum, seconds }) => sum('arrived') / seconds],
]

interface Within {
  readonly seconds: number
  readonly sum: (of: 'arrived' | 'completed' | 'failed' | 'attempts' | 'responseMsSum') => number
}

/** What the unit of a limit multiplies it by. */
const UNITS: Readonly<Record<string, number>> = { '': 1, ms: 1, s: 1000, '%': 0.01, rps: 1 }

/** What happens to a load that a spike passes over. */
export const stormSentences: readonly Sentence[] = [
  ...QUANTITIES.map(
    ([words, measure]): Sentence => ({
      pattern: new RegExp(`^(?:${words}) ${WHEN} ([<>]=?) ([\\d.]+)(?: ?(ms|s|%|rps))?(?=$|[ ;,(])`),
      check(context, when = '', relation = '', limit = '', unit = '') {
        const measured = run(context)
        const [fromS, toS] = spanOf(context, when)
        const value = measure({
          seconds: toS - fromS,
          sum: (of) => sumWithin(courseOf(measured, of), fromS, toS),
        })
        return foundBy(compare(value, relation, Number(limit) * (UNITS[unit] ?? Number.NaN)), value)
      },
    }),
  ),
  {
    pattern: /^backlog cleared at ([\d.]+) s \+- ([\d.]+) s/,
    check(context, at, slack) {
      const measured = run(context)
      const [place] = workplaces(measured)
      if (place === undefined) throw new Unmapped('Nothing works on requests.')
      const waiting = courseAt(measured, place.index, 'inSystem')
      const clearedS = firstTimeBelow(waiting, place.outcome.meanSlots, spikeOf(context).toS)
      return foundBy(clearedS !== null && Math.abs(clearedS - Number(at)) <= Number(slack), clearedS)
    },
  },
  {
    pattern: /^healed at ([\d.]+) s \+- ([\d.]+) s/,
    check(context, at, slack) {
      const healedS = healedAt(run(context), spikeOf(context).toS)
      return foundBy(Math.abs(healedS - Number(at)) <= Number(slack), healedS)
    },
  },
  {
    pattern: new RegExp(`^breaker (opens|closes) (?:${WHEN}|by ([\\d.]+) s)`),
    check(context, change, when = '', by = '') {
      const [fromS, toS] = by === '' ? spanOf(context, when) : [0, Number(by)]
      const changedS = ways(run(context)).flatMap(({ outcome }) =>
        outcome.breaker
          .filter(({ to }) => to === (change === 'opens' ? 'open' : 'closed'))
          .map(({ atMs }) => atMs / 1000),
      )
      return foundBy(
        changedS.some((second) => second >= fromS && second <= toS),
        changedS[0] ?? null,
      )
    },
  },
]

const run = (context: Context): Measured =>
  context.once('storm', () => context.bench.runFor(context.scenario(), horizonOf(context), context.seed))

/** The last second that the case speaks of. */
function horizonOf(context: Context): number {
  const told = context.texts.flatMap((text) =>
    [...text.matchAll(/([\d.]+)(?: s\b|-[\d.]+ s\b)/g)].map(([, second]) => Number(second)),
  )
  const spans = context.texts.flatMap((text) =>
    [...text.matchAll(/-([\d.]+) s\b/g)].map(([, second]) => Number(second)),
  )
  const open = context.texts.flatMap((text) =>
    [...text.matchAll(/after ([\d.]+) s\b/g)].map(([, second]) => Number(second) + AFTERWARDS_S),
  )
  const { spike, window } = context.scenario().happens
  const { durationS } = context.scenario()
  return Math.max(...told, ...spans, ...open, window?.[1] ?? 0, (spike?.toS ?? 0) + 10, durationS ?? 0) + AFTER_LAST_S
}

function spanOf(context: Context, when: string): readonly [number, number] {
  const [, from, to] = /^(?:in|at) ([\d.]+) ?- ?([\d.]+) s$/.exec(when) ?? []
  if (from !== undefined) return [Number(from), Number(to)]
  const [, side, second] = /^(before|after|at) ([\d.]+) s$/.exec(when) ?? []
  if (side === 'before') return [0, Number(second)]
  if (side === 'after') return [Number(second), horizonOf(context) - AFTER_LAST_S]
  if (side === 'at') return [Number(second) - STRETCH_S / 2, Number(second) + STRETCH_S / 2]
  if (/window$/.test(when)) {
    const { window } = context.scenario().happens
    if (window === undefined) throw new Unmapped('No window of time is told.')
    return window
  }
  const { fromS, toS } = spikeOf(context)
  if (when.startsWith('before')) return [fromS / 4, fromS]
  return when.startsWith('during') ? [fromS, toS] : [toS, horizonOf(context) - AFTER_LAST_S]
}

function spikeOf(context: Context) {
  const { spike } = context.scenario().happens
  if (spike === undefined) throw new Unmapped('No spike of load is told.')
  return spike
}

/** A run ends so long after the last second that is spoken of. */
const AFTER_LAST_S = 10
/** What is so "after" a second is watched for so long. */
const AFTERWARDS_S = 60

const STRETCH_S = 5

/** The end of the last stretch of a few seconds in which not even half of the requests were served. */
function healedAt(measured: Measured, fromS: number): number {
  const completed = courseOf(measured, 'completed')
  const arrived = courseOf(measured, 'arrived')
  const endS = completed.values.length * completed.spanS
  for (let toS = endS; toS - STRETCH_S >= fromS; toS -= STRETCH_S) {
    const came = sumWithin(arrived, toS - STRETCH_S, toS)
    if (came > 0 && sumWithin(completed, toS - STRETCH_S, toS) < came / 2) return toS
  }
  return fromS
}
