import { hashText, scramble } from '@plimsoll/simulation'
import type { Rate, RequestKind, SourceModel } from '../model.ts'
import { lastUpTo } from '../rules/last-up-to.ts'
import type { RecordedRow } from '../settings/recorded.ts'
import { product, steady } from './rates.ts'

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

/** Of all clients together: nothing before the first row, and the last one to the end. */
function ratesOfAll(rows: readonly RecordedRow[]): { readonly rate: Rate } & Kinds {
  const fromMs = [...new Set(rows.map(({ atS }) => atS * 1000))]
  const firsts = [...rows.keys()].filter((index) => rows[index]?.atS !== rows[index - 1]?.atS)
  const steps = firsts.map((first, step) => {
    const ofStep = rows.slice(first, firsts[step + 1]).map(({ rps }) => rps ?? 0)
    return { first, perSecond: ofStep.reduce((sum, rate) => sum + rate, 0), ofStep }
  })
  const stepAt = (timeMs: number) => steps[lastUpTo(fromMs, timeMs)]
  const rate: Rate = {
    at: (timeMs) => stepAt(timeMs)?.perSecond ?? 0,
    changesAt: (timeMs) => fromMs[lastUpTo(fromMs, timeMs) + 1] ?? NEVER,
    isSteady: false,
    periodMs: 0,
    key: `recorded ${hashText(JSON.stringify(rows))}`,
  }
  if (!tellsKinds(rows)) return { rate, ...NO_KINDS }
  // Before the first row only a change of the load brings requests, of any kind.
  const any = { first: rows.length, upTo: [1] }
  const kindsOf = steps.map(({ first, perSecond, ofStep }) => ({
    first,
    upTo: cumulative(ofStep.map((one) => (perSecond === 0 ? 1 : one / perSecond))),
  }))
  return { rate, kinds: [...rows.map(kindOf), ANY], kindsAt: (timeMs) => kindsOf[lastUpTo(fromMs, timeMs)] ?? any }
}

function cumulative(parts: readonly number[]): readonly number[] {
  let sum = 0
  return parts.map((part) => {
    sum += part
    return sum
  })
}
