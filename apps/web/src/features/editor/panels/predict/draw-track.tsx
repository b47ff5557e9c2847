import { drawnTimes, type EventKind, kindInfo, type TimelineView } from '@plimsoll/experiments'
import predict from './predict.module.css'
import classes from './timeline.module.css'
import { useDrag } from './use-drag.ts'

interface DrawTrackProps {
  readonly kind: EventKind
  readonly view: TimelineView
  readonly onDraw: (times: { readonly fromS: number; readonly toS: number }) => void
}

/** An empty row on which the next event is drawn. */
export function DrawTrack({ kind, view, onDraw }: DrawTrackProps) {
  const timesOf = (from: number, to: number) => drawnTimes(from * view.durationS, to * view.durationS, view)
  const { drag, handlers } = useDrag((from, to) => from !== to && onDraw(timesOf(from, to)))
  const times = drag && timesOf(drag.from, drag.to)
  const percent = (timeS: number) => `${(100 * timeS) / view.durationS}%`
  return (
    <div className={classes.row}>
      <span className={classes.name}>
        <span className={predict.faint}>{times ? `${times.fromS} s to ${times.toS} s` : kindInfo(kind).label}</span>
      </span>
      <div className={classes.track} data-track data-draw {...handlers}>
        {times === null ? (
          <span className={classes.hint}>Draw here</span>
        ) : (
          <span
            className={classes.bar}
            data-drawn
            style={{ left: percent(times.fromS), width: percent(times.toS - times.fromS) }}
          />
        )}
      </div>
    </div>
  )
}
