import { Unmapped } from '../../reference-case.ts'
import type { Measured } from '../bench.ts'
import { courseAt, courseOf, firstTimeBelow, sumWithin } from '../over-time.ts'
import { ways, workplaces } from '../parts.ts'
import { type Context, compare, foundBy, type Sentence } from './sentence.ts'

/** What happens to a load that a spike passes over. */
export const stormSentences: readonly Sentence[] = [
  {
    pattern: /^goodput (before spike|during the spike|after the spike|in window|in [\d.]+-[\d.]+ s) ([<>]=?) ([\d.]+)/,
    check(context, when = '', relation = '', limit = '') {
      const measured = run(context)
      const [fromS, toS] = spanOf(context, when)
      const completed = sumWithin(courseOf(measured, 'completed'), fromS, toS)
      const share = completed / sumWithin(courseOf(measured, 'arrived'), fromS, toS)
      return foundBy(compare(share, relation, Number(limit)), share)
    },
  },
  {
    pattern: /^attempts per request (before spike|during the spike|in window|in [\d.]+-[\d.]+ s) ([<>]=?) ([\d.]+)/,
    check(context, when = '', relation = '', limit = '') {
      const measured = run(context)
      const [fromS, toS] = spanOf(context, when)
      const attempts = sumWithin(courseOf(measured, 'attempts'), fromS, toS)
      const each = attempts / sumWithin(courseOf(measured, 'arrived'), fromS, toS)
      return foundBy(compare(each, relation, Number(limit)), each)
    },
  },
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
    pattern:
      /^breaker (opens|closes) (before spike|during the spike|after the spike|in window|in [\d.]+-[\d.]+ s|by [\d.]+ s)/,
    check(context, change, when = '') {
      const by = /^by ([\d.]+) s$/.exec(when)?.[1]
      const [fromS, toS] = by === undefined ? spanOf(context, when) : [0, Number(by)]
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
  const { spike, window } = context.scenario().happens
  return Math.max(...told, ...spans, window?.[1] ?? 0, (spike?.toS ?? 0) + 10) + 10
}

function spanOf(context: Context, when: string): readonly [number, number] {
  const [, from, to] = /^in ([\d.]+)-([\d.]+) s$/.exec(when) ?? []
  if (from !== undefined) return [Number(from), Number(to)]
  const { window } = context.scenario().happens
  if (when === 'in window') {
    if (window === undefined) throw new Unmapped('No window of time is told.')
    return window
  }
  const { fromS, toS } = spikeOf(context)
  if (when === 'before spike') return [fromS / 4, fromS]
  return when === 'during the spike' ? [fromS, toS] : [toS, horizonOf(context) - 10]
}

function spikeOf(context: Context) {
  const { spike } = context.scenario().happens
  if (spike === undefined) throw new Unmapped('No spike of load is told.')
  return spike
}

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
