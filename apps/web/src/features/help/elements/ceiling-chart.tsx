import classes from './ceiling-chart.module.css'
import { inWords } from './number-text.ts'

interface CeilingChartProps {
  readonly coresAllow: number
  readonly steps: readonly { readonly offered: number; readonly completed: number }[]
}

const SIZE = { width: 360, height: 236 }
const PLOT = { left: 40, right: 348, top: 12, bottom: 196 }
const MARKS = [0, 2000, 4000, 6000, 8000]
const MOST = 8000

const x = (perSecond: number) => PLOT.left + (perSecond / MOST) * (PLOT.right - PLOT.left)
const y = (perSecond: number) => PLOT.bottom - (perSecond / MOST) * (PLOT.bottom - PLOT.top)

/** Requests a second that come out over those that go in, beside what would be possible. */
export function CeilingChart({ coresAllow, steps }: CeilingChartProps) {
  const last = steps.at(-1)
  const line = [{ offered: 0, completed: 0 }, ...steps].map(({ offered, completed }) => `${x(offered)},${y(completed)}`)
  const said = `The live engine completes ${inWords(last?.completed ?? 0)} of ${inWords(last?.offered ?? 0)} requests per second; the cores of the server allow ${inWords(coresAllow)}.`
  return (
    <svg className={`figure ${classes.root}`} viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} role="img" aria-label={said}>
      {MARKS.map((mark) => (
        <g key={mark}>
          <line className={classes.grid} x1={PLOT.left} x2={PLOT.right} y1={y(mark)} y2={y(mark)} />
          <text className={classes.mark} x={PLOT.left - 6} y={y(mark) + 4} textAnchor="end">
            {inWords(mark)}
          </text>
          <text className={classes.mark} x={x(mark)} y={PLOT.bottom + 16} textAnchor={mark === MOST ? 'end' : 'middle'}>
            {inWords(mark)}
          </text>
        </g>
      ))}
      <text className={classes.mark} x={(PLOT.left + PLOT.right) / 2} y={PLOT.bottom + 34} textAnchor="middle">
        requests per second offered
      </text>
      <line className={classes.ideal} x1={x(0)} y1={y(0)} x2={x(MOST)} y2={y(MOST)} />
      <text className={classes.mark} x={x(4900)} y={y(6100)} textAnchor="end">
        all of them
      </text>
      <line className={classes.limit} x1={PLOT.left} x2={PLOT.right} y1={y(coresAllow)} y2={y(coresAllow)} />
      <text className={classes.limitName} x={PLOT.right} y={y(coresAllow) - 6} textAnchor="end">
        what the cores allow: {inWords(coresAllow)}
      </text>
      <polyline className={classes.measured} points={line.join(' ')} />
      {steps.map(({ offered, completed }) => (
        <circle key={offered} className={classes.point} cx={x(offered)} cy={y(completed)} r="3" />
      ))}
      <text className={classes.measuredName} x={x(7900)} y={y(4700)} textAnchor="end">
        live engine
      </text>
    </svg>
  )
}
