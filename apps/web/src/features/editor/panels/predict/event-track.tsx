import {
  drawnEndS,
  type EventRow,
  type Grip,
  gripsOf,
  isLoad,
  kindInfo,
  moveEvent,
  type TimelineEvent,
  type TimelineView,
} from '@plimsoll/experiments'
import { type KeyboardEvent, useRef } from 'react'
import { focusNextRow } from '../../../../shared/ui/focus-next-row.ts'
import { SLIDER_KEYS } from '../../../../shared/ui/slider-keys.ts'
import classes from './timeline.module.css'
import { useDrag } from './use-drag.ts'
import type { TimelineEdits } from './use-timeline.ts'

interface EventTrackProps {
  readonly row: EventRow
  readonly view: TimelineView
  readonly at: number
  readonly edits: TimelineEdits
}

const NAMES: Readonly<Record<Grip, string>> = { whole: 'Move', from: 'Start of', to: 'End of' }
/** The event as a bar, whose whole and whose ends are dragged, or moved by keys. */
export function EventTrack({ row, view, at, edits }: EventTrackProps) {
  const { event, title } = row
  const whole = useGrip('whole', { row, view, at, edits })
  const from = useGrip('from', { row, view, at, edits })
  const to = useGrip('to', { row, view, at, edits })
  const shown = whole.preview ?? from.preview ?? to.preview ?? event
  const { durationS } = view
  const isMoment = event.kind === 'step'
  const left = Math.min(1, shown.fromS / durationS)
  const right = Math.min(1, drawnEndS(shown, view) / durationS)
  const grips = gripsOf(event)
  return (
    <span className={classes.track} data-track>
      <span
        className={classes.bar}
        data-load={isLoad(event.kind) || undefined}
        data-fault={row.fault !== null || undefined}
        data-open-ended={(shown.toS === null && !isOnce(shown)) || undefined}
        style={{ left: `${100 * left}%`, width: `${100 * (right - left)}%` }}
      >
        {[whole, from, to].map(
          ({ grip, props }) =>
            grips.includes(grip) && (
              <span
                key={grip}
                ref={focusNextRow}
                role="slider"
                tabIndex={0}
                className={classes.grip}
                data-grip={isMoment ? 'from' : grip}
                aria-label={`${NAMES[grip]} ${title}`}
                aria-valuemin={0}
                aria-valuemax={durationS}
                aria-valuenow={grip === 'to' ? drawnEndS(shown, view) : shown.fromS}
                aria-valuetext={valueText(grip, shown)}
                {...props}
              />
            ),
        )}
      </span>
    </span>
  )
}

const isOnce = ({ kind }: TimelineEvent) => kindInfo(kind).end === 'once'

function valueText(grip: Grip, event: TimelineEvent): string {
  const { fromS, toS } = event
  const end = toS !== null ? `${toS} s` : isOnce(event) ? 'at once' : 'the end'
  return grip === 'to' ? end : grip === 'from' || toS === null ? `${fromS} s` : `${fromS} s to ${end}`
}

function useGrip(grip: Grip, { row: { event }, view, at, edits }: EventTrackProps) {
  const moved = (from: number, to: number) => moveEvent(event, grip, (to - from) * view.durationS, view)
  const { drag, handlers } = useDrag((from, to) => {
    // A press without a move opens the form.
    if (from === to) edits.open(at)
    else edits.replace(at, moved(from, to))
  })
  /** A key that is held is one step to undo. */
  const held = useRef({})

  function onKeyDown(key: KeyboardEvent): void {
    const steps = SLIDER_KEYS[key.key]
    if (key.ctrlKey || key.metaKey || key.altKey) return
    if (key.key === 'Enter') edits.open(at)
    else if (key.key === 'Delete' || key.key === 'Backspace') edits.remove(at)
    else if (steps !== undefined) {
      if (!key.repeat) held.current = {}
      const byS = Number.isFinite(steps) ? steps * view.stepS : Math.sign(steps) * view.durationS
      edits.replace(at, moveEvent(event, grip, byS, view), held.current)
    } else return
    key.preventDefault()
  }

  return {
    grip,
    preview: drag && drag.from !== drag.to ? moved(drag.from, drag.to) : null,
    props: { ...handlers, onKeyDown },
  }
}
