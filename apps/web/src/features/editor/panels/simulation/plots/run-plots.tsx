import type { HistoryPoint } from '@plimsoll/simulation'
import { useMemo, useState } from 'react'
import { useRun } from '../../../session/use-editor-session.ts'
import panel from '../common/section.module.css'
import { EditMarks, EditTable } from './edit-marks.tsx'
import { Plot } from './plot.tsx'
import classes from './plots.module.css'
import { type Scale, timeScale, timeText, timeTick } from './scales.ts'
import { SERIES } from './series.ts'
import { TimeCursor } from './time-cursor.tsx'
import { useThrottledHistory } from './use-throttled-history.ts'

/** The run so far, figure by figure over one time axis; a cursor reads all of them at one moment. */
export function RunPlots() {
  const points = useThrottledHistory()
  const isStopped = useRun(({ state }) => state === 'stopped')
  /** The moment that is read, in simulated seconds: stays where it is while the run goes on. */
  const [moment, setMoment] = useState<number | null>(null)
  const last = points.at(-1)?.time ?? 0
  const time = useMemo(() => timeScale(last), [last])
  if (isStopped && points.length === 0) {
    return <p className={panel.hint}>Throughput, active requests and errors show here while a simulation runs.</p>
  }
  const cursor = moment === null || points.length === 0 ? null : nearest(points, moment)
  return (
    <div className={classes.root}>
      {SERIES.map((series) => (
        <Plot key={series.name} series={series} points={points} time={time} cursor={cursor} />
      ))}
      <EditMarks time={time} />
      <TimeAxis time={time} point={cursor === null ? undefined : points[cursor]} />
      <TimeCursor points={points} span={time.top} cursor={cursor} onMove={setMoment} />
      <EditTable />
    </div>
  )
}

function TimeAxis({ time, point }: { time: Scale; point: HistoryPoint | undefined }) {
  return (
    <div className={`${classes.times} figure`} aria-hidden="true">
      {time.ticks.map((tick) => (
        <span key={tick} className={classes.timeTick} {...placed(tick / time.top)}>
          {timeTick(tick, time.step)}
        </span>
      ))}
      {point && (
        <span className={classes.moment} {...placed(point.time / time.top)}>
          {timeText(point.time)}
        </span>
      )}
    </div>
  )
}

/** A label at a share of the width: in the middle of it, but at the ends within them. */
const placed = (share: number) => ({
  style: { left: `${100 * share}%` },
  'data-end': share < 0.08 ? 'first' : share > 0.92 ? 'last' : undefined,
})

function nearest(points: readonly HistoryPoint[], moment: number): number {
  const after = points.findIndex(({ time }) => time >= moment)
  if (after <= 0) return after === 0 ? 0 : points.length - 1
  const [below, above] = [points[after - 1]?.time ?? 0, points[after]?.time ?? 0]
  return moment - below < above - moment ? after - 1 : after
}
