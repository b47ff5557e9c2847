import type { HistoryPoint } from '@plimsoll/simulation'
import type { KeyboardEvent, PointerEvent } from 'react'
import { SLIDER_KEYS } from '../../../../../shared/ui/slider-keys.ts'
import classes from './plots.module.css'
import { timeText } from './scales.ts'
import { SERIES, spoken } from './series.ts'

type TimeCursorProps = {
  points: readonly HistoryPoint[]
  /** Simulated seconds from one side of the plots to the other. */
  span: number
  /** Index of the point that is read; null while none is. */
  cursor: number | null
  onMove: (moment: number | null) => void
}

/** Lies over the plots: under the pointer, or with the arrow keys, a moment of the run is read. */
export function TimeCursor({ points, span, cursor, onMove }: TimeCursorProps) {
  const index = cursor ?? points.length - 1
  const point = points[index]
  if (point === undefined) return null

  const moveTo = (to: number) => onMove(points[Math.min(points.length - 1, Math.max(0, to))]?.time ?? null)
  const follow = (event: PointerEvent) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    onMove(((event.clientX - left) / width) * span)
  }
  const step = (event: KeyboardEvent) => {
    const by = SLIDER_KEYS[event.key]
    if (by === undefined) return
    event.preventDefault()
    moveTo(index + by)
  }
  return (
    <div
      className={classes.cursor}
      role="slider"
      tabIndex={0}
      aria-label="Moment of the run"
      aria-valuemin={points[0]?.time ?? 0}
      aria-valuemax={points.at(-1)?.time ?? 0}
      aria-valuenow={point.time}
      aria-valuetext={reading(points, index)}
      onFocus={() => moveTo(index)}
      onBlur={() => onMove(null)}
      onKeyDown={step}
      onPointerDown={follow}
      onPointerMove={follow}
      // A finger that is lifted leaves the cursor where it was.
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onMove(null)}
    />
  )
}

/** "1 min 05 s: Throughput 98.0 rps, Active requests 61, Errors 2.0 per s, 1.92 %". */
function reading(points: readonly HistoryPoint[], index: number): string {
  const point = points[index]
  if (point === undefined) return ''
  // Rates that are made from two points need the one before.
  const two = points.slice(Math.max(0, index - 1), index + 1)
  const parts = SERIES.map(({ name, values, read }) => `${name} ${spoken(read(point, values(two).at(-1) ?? 0))}`)
  return `${timeText(point.time)}: ${parts.join(', ')}`
}
