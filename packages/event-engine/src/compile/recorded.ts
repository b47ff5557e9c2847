import { hashText, scramble } from '@plimsoll/simulation'
import type { ByClass, Rate, RequestKind, SourceModel } from '../model.ts'
import { lastUpTo } from '../rules/last-up-to.ts'
import { typedMix } from '../rules/typed-mix.ts'
import type { RecordedRow } from '../settings/recorded.ts'
import type { EventSettings } from '../settings.ts'
import { changedBy, product, requestsWithin, steady } from './rates.ts'

const NEVER = Number.POSITIVE_INFINITY

const areRates = (rows: readonly RecordedRow[]): boolean => rows[0] !== undefined && rows[0].rps !== null

type Kinds = Pick<SourceModel, 'kinds' | 'kindsAt'>

const NO_KINDS: Kinds = { kinds: [], kindsAt: null }
const ANY: RequestKind = { requestClass: null, sizeKB: null }

const kindOf = ({ type, sizeKB }: RecordedRow): RequestKind => ({ requestClass: type, sizeKB })
const tellsKinds = (rows: readonly RecordedRow[]): boolean =>
  rows.some(({ type, sizeKB }) => type !== null || sizeKB !== null)

/** What a client sends in place of what its users would. */
export type Recorded = Pick<SourceModel, 'times'> & Kinds & { readonly rate: Rate }

/** By client, of its part of all. */
export const recordedBy = (rows: readonly RecordedRow[], parts: readonly number[]): readonly Recorded[] =>
  areRates(rows) ? rates(rows, parts) : times(rows, parts)

/** Each request falls to one client by chance, to the same one in every run. */
function times(rows: readonly RecordedRow[], parts: readonly number[]): readonly Recorded[] {
  const upTo = cumulative(parts)
  const own: RecordedRow[][] = parts.map(() => [])
  for (const [index, row] of rows.entries()) {
    const client = lastUpTo(upTo, scramble(index) / 0x1_0000_0000) + 1
    own[Math.min(client, own.length - 1)]?.push(row)
  }
  return own.map((list) => ({
    rate: { at: () => 0, changesAt: () => NEVER, isSteady: false, periodMs: 0, key: 'recorded times' },
    times: list.map(({ atS }) => atS * 1000),
    ...(tellsKinds(list) ? { kinds: list.map(kindOf), kindsAt: null } : NO_KINDS),
  }))
}

function rates(rows: readonly RecordedRow[], parts: readonly number[]): readonly Recorded[] {
  const { rate, ...kinds } = ratesOfAll(rows)
  return parts.map((part) => ({ rate: product(steady(part), rate), times: [], ...kinds }))
}

/** Of all clients together. */
function ratesOfAll(rows: readonly RecordedRow[]): { readonly rate: Rate } & Kinds {
  const { rate: ofSteps, steps, stepAt } = stepsOf(rows)
  const rate = { ...ofSteps, key: `recorded ${hashText(JSON.stringify(rows))}` }
  if (!tellsKinds(rows)) return { rate, ...NO_KINDS }
  // Before the first row only a change of the load brings requests, of any kind.
  const any = { first: rows.length, upTo: [1] }
  const kindsOf = steps.map(({ first, shares }) => ({ first, upTo: cumulative(shares) }))
  return { rate, kinds: [...rows.map(kindOf), ANY], kindsAt: (timeMs) => kindsOf[stepAt(timeMs)] ?? any }
}

/** Nothing before the first row, and the last one to the end. */
function stepsOf(rows: readonly RecordedRow[]) {
  const firsts = [...rows.keys()].filter((index) => rows[index]?.atS !== rows[index - 1]?.atS)
  const steps = firsts.map((first, step) => {
    const ofStep = rows.slice(first, firsts[step + 1]).map(({ rps }) => rps ?? 0)
    const perSecond = ofStep.reduce((sum, rate) => sum + rate, 0)
    const shares = ofStep.map((one) => (perSecond === 0 ? 1 / ofStep.length : one / perSecond))
    return { fromMs: (rows[first]?.atS ?? 0) * 1000, first, perSecond, shares }
  })
  const fromMs = steps.map((step) => step.fromMs)
  const stepAt = (timeMs: number) => lastUpTo(fromMs, timeMs)
  const rate: Rate = {
    at: (timeMs) => steps[stepAt(timeMs)]?.perSecond ?? 0,
    changesAt: (timeMs) => fromMs[stepAt(timeMs) + 1] ?? NEVER,
    isSteady: false,
    periodMs: 0,
    key: 'recorded',
  }
  return { rate, steps, stepAt }
}

/** The mix of all requests of a run: `mix`, but for those that are recorded with a type. */
export function recordedMix(
  { recorded, load, durationMs }: Pick<EventSettings, 'recorded' | 'load' | 'durationMs'>,
  mix: ByClass<number>,
): ByClass<number> {
  const rows = recorded.filter(({ atS }) => atS * 1000 <= durationMs)
  if (!areRates(rows))
    return typedMix(
      rows.map(({ type }) => ({ type, count: 1 })),
      mix,
    )
  const { rate, steps } = stepsOf(rows)
  const changed = changedBy(rate, load, 1)
  const before = { type: null, count: requestsWithin(changed, 0, steps[0]?.fromMs ?? durationMs) }
  const ofSteps = steps.flatMap(({ fromMs, first, shares }, step) => {
    const requests = requestsWithin(changed, fromMs, steps[step + 1]?.fromMs ?? durationMs)
    return shares.map((share, row) => ({ type: rows[first + row]?.type ?? null, count: requests * share }))
  })
  return typedMix([before, ...ofSteps], mix)
}

function cumulative(parts: readonly number[]): readonly number[] {
  let sum = 0
  return parts.map((part) => {
    sum += part
    return sum
  })
}
