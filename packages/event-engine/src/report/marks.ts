import type { Model } from '../model.ts'
import type { RunOutcome } from '../outcome.ts'
import type { EventSettings } from '../settings.ts'
import { type Episode, type Recovery, recoveriesOf } from './recovery.ts'

/** A fault or a change of the load that was set, on the time axis; times are simulated ms since the start. */
export interface Mark extends Recovery {
  readonly kind: 'load' | 'outage' | 'slow' | 'cut' | 'lose' | 'cold' | 'breakdowns'
  /** What it is of; null: all clients. */
  readonly of: { readonly by: 'node' | 'edge' | 'zone'; readonly id: string } | null
  /** The requests a second, the factor, the share of packets or the instance that is set; null: none is. */
  readonly value: number | null
  readonly fromMs: number
  /** Null: it lasts to the end of the run. */
  readonly toMs: number | null
}

type Planned = Pick<EventSettings, 'load' | 'faults' | 'warmUpMs'>

/** All that was set to happen during the run, in the order of the beginnings, with the time that the system took to recover. */
export function marksOf(model: Model, settings: Planned, outcomes: readonly RunOutcome[]): readonly Mark[] {
  const durationMs = outcomes[0]?.slices.durationMs ?? 0
  const planned = [...loadMarks(settings), ...faultMarks(model, settings)]
    .filter(({ fromMs }) => fromMs < durationMs)
    .map((one) => ({ ...one, toMs: one.toMs !== null && one.toMs < durationMs ? one.toMs : null }))
    .toSorted((one, other) => one.fromMs - other.fromMs)
  const recoveries = recoveriesOf(planned, settings.warmUpMs, outcomes)
  return planned.map((one, index) => ({ ...one, ...(recoveries[index] as Recovery) }))
}

type PlannedMark = Omit<Mark, keyof Recovery> & Episode

const endOf = (fromMs: number, forMs: number): number | null => (Number.isFinite(forMs) ? fromMs + forMs : null)

const loadMarks = ({ load }: Planned): readonly PlannedMark[] =>
  load.map(({ atS, forS, rps }) => ({
    kind: 'load',
    of: null,
    value: rps,
    fromMs: atS * 1000,
    toMs: endOf(atS * 1000, forS * 1000),
  }))

/** An outage may end before its time, by a restart or a standby; one of a zone, when its last part is back. */
const faultMarks = (model: Model, { faults }: Planned): readonly PlannedMark[] =>
  faults.map(({ of: id, by, kind, instance, factor, share, fromS, forS }, index) => {
    const struck = model.faults.flatMap((one) => (one.planned === index && 'forMs' in one ? [one.forMs] : []))
    const isByChance = kind === 'breakdowns'
    const fromMs = isByChance ? 0 : fromS * 1000
    const forMs = isByChance ? Number.POSITIVE_INFINITY : struck.length > 0 ? Math.max(...struck) : forS * 1000
    const values = { outage: instance, slow: factor, lose: share, cut: null, cold: null, breakdowns: null }
    return { kind, of: { by, id }, value: values[kind], fromMs, toMs: endOf(fromMs, forMs) }
  })
