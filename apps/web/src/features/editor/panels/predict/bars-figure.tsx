import { type Bars, drawBars } from '@plimsoll/experiments'
import { type CSSProperties, useId } from 'react'
import classes from './predict.module.css'
import { SavePlotButtons } from './save-plot-buttons.tsx'

/** Amounts of several kinds end to end, or what happened when, as bars on one scale. */
export function BarsFigure({ bars }: { bars: Bars }) {
  const id = useId()
  return (
    <figure className={classes.figure} aria-labelledby={id}>
      <div className={classes.heading}>
        <figcaption id={id}>{bars.title}</figcaption>
        <SavePlotButtons drawing={drawBars(bars)} />
      </div>
      <BarRows bars={bars} />
    </figure>
  )
}

/** The same that opens beneath its title. */
export function FoldedBars({ bars }: { bars: Bars }) {
  return (
    <details className={classes.fold}>
      <summary>{bars.title}</summary>
      <div className={classes.heading}>
        <SavePlotButtons drawing={drawBars(bars)} />
      </div>
      <BarRows bars={bars} />
    </details>
  )
}

function BarRows({ bars: { kinds, start = 0, end, mark, rows } }: { bars: Bars }) {
  const percent = (value: number) => `${(100 * (value - start)) / (end - start)}%`
  return (
    <>
      <ul className={classes.kinds} aria-hidden="true">
        {kinds.map((name, kind) => (
          <li key={name} data-kind={kind}>
            {name}
          </li>
        ))}
      </ul>
      <ol className={classes.bars}>
        {rows.map(({ name, depth, segments, text }, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows stay as they are
          <li key={row} style={{ '--depth': depth } as CSSProperties}>
            <span className={classes.hop}>{name}</span>
            <span className={classes.track} aria-hidden="true">
              {segments.map(({ kind, from, to }) => (
                <i
                  key={`${kind} ${from}`}
                  data-kind={kind}
                  style={{ left: percent(from), width: percent(start + to - from) }}
                />
              ))}
              {mark !== undefined && <b style={{ left: percent(mark) }} />}
            </span>
            <span className={classes.faint}>{text}</span>
          </li>
        ))}
      </ol>
    </>
  )
}
