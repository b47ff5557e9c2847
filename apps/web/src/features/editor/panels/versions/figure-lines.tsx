import type { SavedVersion } from '@plimsoll/contract'
import { FIGURES, linePoints, pointsOf, type VersionFigure } from './figures.ts'
import classes from './versions.module.css'

/** In px. */
const FRAME = { width: 56, height: 20 } as const
const DOT = 2.5

/** How what Predict found changed from version to version; nothing where it was found for one at most. */
export function FigureLines({ versions }: { readonly versions: readonly SavedVersion[] }) {
  const lines = FIGURES.filter((figure) => pointsOf(versions, figure).length > 1)
  if (lines.length === 0) return null
  return (
    <section className={classes.figures} aria-label="Figures over the versions">
      {lines.map((figure) => (
        <FigureLine key={figure.name} figure={figure} versions={versions} />
      ))}
    </section>
  )
}

function FigureLine({ figure, versions }: { figure: VersionFigure; versions: readonly SavedVersion[] }) {
  const points = pointsOf(versions, figure)
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  const places = linePoints(points, FRAME)
  return (
    <p className="figure">
      <span>{figure.name}</span>
      <svg
        aria-hidden="true"
        width={FRAME.width + 2 * DOT}
        height={FRAME.height + 2 * DOT}
        viewBox={`${-DOT} ${-DOT} ${FRAME.width + 2 * DOT} ${FRAME.height + 2 * DOT}`}
      >
        <polyline points={places.map(({ x, y }) => `${x},${y}`).join(' ')} />
        {places.map(({ x, y }) => (
          <circle key={x} cx={x} cy={y} r={DOT} />
        ))}
      </svg>
      <span>
        {figure.text(first.value)}
        <span className="visually-hidden"> in version {first.version}</span> → {figure.text(last.value)}
        <span className="visually-hidden"> in version {last.version}</span>
      </span>
    </p>
  )
}
