import type { EventKind, StruckBy } from './event-kinds.ts'

/** Something that is set to happen in a run: a change of the load, or a fault. Fields that its kind does not have are at their defaults. */
export interface TimelineEvent {
  readonly kind: EventKind
  /** What a fault is of; null: the load. */
  readonly part: { readonly by: StruckBy; readonly id: string } | null
  readonly fromS: number
  /** Null: to the end of the run, or once where its kind happens at a moment. */
  readonly toS: number | null
  /** Requests a second of all clients together: all the time, at the beginning of a ramp, or the least of a day. */
  readonly rps: number
  /** At the end of a ramp, or the most of a day. */
  readonly toRps: number
  readonly factor: number
  readonly sharePercent: number
  /** Counted from 1; null: all. */
  readonly instance: number | null
  readonly mode: 'refuse' | 'hang'
  readonly inFlight: 'fail' | 'resume'
  readonly upS: number
  readonly downS: number
}

const DEFAULTS: Omit<TimelineEvent, 'kind'> = {
  part: null,
  fromS: 0,
  toS: null,
  rps: 0,
  toRps: 0,
  factor: 5,
  sharePercent: 10,
  instance: null,
  mode: 'refuse',
  inFlight: 'fail',
  upS: 60,
  downS: 5,
}

export const timelineEvent = (kind: EventKind, set: Partial<TimelineEvent> = {}): TimelineEvent => ({
  ...DEFAULTS,
  ...set,
  kind,
})
