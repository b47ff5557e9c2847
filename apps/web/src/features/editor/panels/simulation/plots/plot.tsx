import type { HistoryPoint } from '@plimsoll/simulation'
import { memo, useMemo } from 'react'
import classes from './plots.module.css'
import { type Scale, valueScale, valueTick } from './scales.ts'
import { type Series, summary } from './series.ts'

type PlotProps = {
  series: Series
  points: readonly HistoryPoint[]
  time: Scale
  /** Index of the point that is read; null for the last one. */
  cursor: number | null
}

/** One figure over time. The shapes stretch with the panel; what is text or has a width of its own is placed over them. */
export const Plot = memo(function Plot({ series, points, time, cursor }: PlotProps) {
  const { values, scale, line, area } = useMemo(() => drawn(series, points, time), [series, points, time])
  const index = cursor ?? points.length - 1
  const [point, value] = [points[index], values[index]]
  const isRead = point !== undefined && value !== undefined
  const at = isRead && { left: percent(point.time / time.top), top: percent(1 - value / scale.top) }
  return (
    <div className={classes.plot} data-tone={series.tone}>
      <div className={classes.caption}>
        <h4 className={classes.name}>{series.name}</h4>
        <p className={`${classes.value} figure`}>
          {isRead &&
            series.read(point, value).map((part) => (
              <span key={part.unit} className={classes.part}>
                {part.value}
                {part.unit && <span className={classes.unit}> {part.unit}</span>}
              </span>
            ))}
        </p>
      </div>
      <p className="visually-hidden">{summary(series, points)}</p>
      <div className={classes.chart} aria-hidden="true">
        {scale.ticks.map((tick) => (
          <span key={tick} className={`${classes.valueTick} figure`} style={{ top: percent(1 - tick / scale.top) }}>
            {valueTick(tick)}
          </span>
        ))}
        <div className={classes.field}>
          <svg aria-hidden="true" className={classes.shapes} viewBox="0 0 100 100" preserveAspectRatio="none">
            <path className={classes.grid} d={grid(scale, time)} />
            <path className={classes.area} d={area} />
            <path className={classes.line} d={line} />
          </svg>
          {at && cursor !== null && <span className={classes.rule} style={{ left: at.left }} />}
          {at && <span className={classes.mark} style={at} />}
        </div>
      </div>
    </div>
  )
})

function drawn(series: Series, points: readonly HistoryPoint[], time: Scale) {
  const values = series.values(points)
  const scale = valueScale(Math.max(0, ...values), series.isCount ? 1 : 0)
  const places = points.map((point, index) => place(point.time / time.top, (values[index] ?? 0) / scale.top))
  const [first, last] = [points[0], points.at(-1)]
  const line = places.length === 0 ? '' : `M${places.join('L')}`
  const area = first && last && `${line}L${place(last.time / time.top, 0)}L${place(first.time / time.top, 0)}Z`
  return { values, scale, line, area: area ?? '' }
}

const grid = (scale: Scale, time: Scale): string =>
  [
    ...scale.ticks.map((tick) => `M${place(0, tick / scale.top)}H100`),
    ...time.ticks.map((tick) => `M${place(tick / time.top, 0)}V0`),
  ].join('')

/** Shares of width and height, from the lower left corner, as a point of the shapes. */
const place = (x: number, y: number): string => `${(100 * x).toFixed(2)} ${(100 * (1 - y)).toFixed(2)}`

const percent = (share: number): string => `${100 * share}%`
