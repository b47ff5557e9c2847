import { hasEnd, kindInfo } from './event-kinds.ts'
import { tidy } from './load-shapes.ts'
import type { TimelineEvent } from './timeline-event.ts'

/** What of an event is moved: all of it, or one end. */
export type Grip = 'whole' | 'from' | 'to'

interface Frame {
  readonly durationS: number
  readonly stepS: number
}

/** Which grips an event has; breakdowns have none. */
export function gripsOf({ kind, toS }: Pick<TimelineEvent, 'kind' | 'toS'>): readonly Grip[] {
  if (kind === 'breakdowns') return []
  if (!hasEnd(kind)) return ['whole']
  if (toS === null && kindInfo(kind).end === 'once') return ['whole', 'to']
  return toS === null ? ['from', 'to'] : ['whole', 'from', 'to']
}

/** When an event ends as it is drawn: what happens once takes a step. */
export function drawnEndS({ kind, fromS, toS }: TimelineEvent, { durationS, stepS }: Frame): number {
  return toS ?? (kindInfo(kind).end === 'once' ? fromS + stepS : durationS)
}

/** The event moved by so many seconds, on the grid of the frame; within the run, and not shorter than a step. An end that reaches the end of the run lasts to it where it may. */
export function moveEvent(event: TimelineEvent, grip: Grip, byS: number, frame: Frame): TimelineEvent {
  const { fromS, toS, kind } = event
  const { durationS, stepS } = frame
  const endS = drawnEndS(event, frame)
  const snap = (timeS: number) => tidy(Math.round(timeS / stepS) * stepS)
  const within = (timeS: number, least: number, most: number) => Math.max(least, Math.min(most, snap(timeS)))
  if (grip === 'from') return { ...event, fromS: within(fromS + byS, 0, endS - stepS) }
  if (grip === 'to') {
    const to = within(endS + byS, fromS + stepS, durationS)
    return { ...event, toS: to >= durationS && kindInfo(kind).end === 'optional' ? null : to }
  }
  const lengthS = toS === null ? stepS : toS - fromS
  const from = within(fromS + byS, 0, Math.max(0, durationS - lengthS))
  return { ...event, fromS: from, toS: toS === null ? null : tidy(from + lengthS) }
}

/** The times of an event that is drawn from one moment to another, in any order. */
export function drawnTimes(oneS: number, otherS: number, { durationS, stepS }: Frame): { fromS: number; toS: number } {
  const snap = (timeS: number) => Math.max(0, Math.min(durationS, tidy(Math.round(timeS / stepS) * stepS)))
  const fromS = Math.min(snap(Math.min(oneS, otherS)), tidy(durationS - stepS))
  return { fromS, toS: Math.max(snap(Math.max(oneS, otherS)), tidy(fromS + stepS)) }
}
