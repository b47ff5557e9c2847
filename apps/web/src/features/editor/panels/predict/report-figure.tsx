import {
  type Chart,
  type Curves,
  cellText,
  chartValues,
  curveValues,
  type Distribution,
  type Drawing,
  distributionValues,
  drawChart,
  drawCurves,
  drawDistribution,
  LEGEND_MARK,
  type LegendEntry,
  legendMark,
  type Table,
} from '@plimsoll/experiments'
import { useId } from 'react'
import { PlotShapes } from './plot-shapes.tsx'
import classes from './predict.module.css'
import { SavePlotButtons } from './save-plot-buttons.tsx'

/** Lines over simulated time. */
export const ChartFigure = ({ chart }: { chart: Chart }) => (
  <PlotFigure drawing={drawChart(chart)} values={chartValues(chart)} />
)

/** Lines over a quantity. */
export const CurvesFigure = ({ curves }: { curves: Curves }) => (
  <PlotFigure drawing={drawCurves(curves)} values={curveValues(curves)} />
)

/** A histogram over a logarithmic scale with the cumulative share. */
export const DistributionFigure = ({ distribution }: { distribution: Distribution }) => (
  <PlotFigure drawing={drawDistribution(distribution)} values={distributionValues(distribution)} />
)

interface PlotFigureProps {
  readonly drawing: Drawing
  readonly values: Table
}

/** A plot with its legend, its values as a table, and buttons that save it. */
function PlotFigure({ drawing, values }: PlotFigureProps) {
  const { title, unit, width, height, shapes, legend } = drawing
  const id = useId()
  return (
    <figure className={classes.figure}>
      <div className={classes.heading}>
        <figcaption id={id}>
          {title} <span className={classes.faint}>{unit}</span>
        </figcaption>
        <SavePlotButtons drawing={drawing} />
      </div>
      <svg role="img" aria-labelledby={id} viewBox={`0 0 ${width} ${height}`}>
        <title>{title}</title>
        <PlotShapes shapes={shapes} />
      </svg>
      {legend.length > 0 && <Legend entries={legend} />}
      <details>
        <summary className={classes.faint}>Values</summary>
        <table className={classes.table}>
          <thead>
            <tr>
              {values.head.map((name, column) => (
                <th key={name} scope="col" data-number={column > 0 || undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {values.rows.map(([first = null, ...cells]) => (
              <tr key={cellText(first)}>
                <th scope="row">{cellText(first)}</th>
                {cells.map((cell, column) => (
                  <td key={values.head[column + 1]} data-number>
                    {cellText(cell)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

const MARK_BOX = `0 0 ${LEGEND_MARK.width} ${LEGEND_MARK.height}`

const Legend = ({ entries }: { entries: readonly LegendEntry[] }) => (
  <ul className={classes.legend}>
    {entries.map((entry) => (
      <li key={entry.name}>
        <svg viewBox={MARK_BOX} aria-hidden="true">
          <PlotShapes shapes={[legendMark(entry, { x: 0, y: 0 })]} />
        </svg>
        {entry.name}
      </li>
    ))}
  </ul>
)
