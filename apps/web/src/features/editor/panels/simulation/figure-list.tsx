import { useRun } from '../../session/use-editor-session.ts'
import { FIGURES, type FigureDefinition, figureText, HEADLINES } from './common/figures.ts'
import classes from './figure-list.module.css'

/** The figures of the run; on the bar the headlines alone. Not a live region: ten changes a second are for the eye only. */
export function FigureList({ look }: { look: 'panel' | 'bar' }) {
  return (
    <dl className={classes.root} data-look={look}>
      {HEADLINES.map((definition) => (
        <Figure key={definition.name} definition={definition} className={classes.headline} />
      ))}
      {look === 'panel' &&
        FIGURES.map((definition) => <Figure key={definition.name} definition={definition} className={classes.row} />)}
    </dl>
  )
}

function Figure({ definition, className }: { definition: FigureDefinition; className: string | undefined }) {
  // Compared as one text, so that a figure is drawn only when what it shows has changed.
  const shown = useRun(({ snapshot }) => JSON.stringify(figureText(definition, snapshot)))
  const parts: ReturnType<typeof figureText> = JSON.parse(shown)
  return (
    <div className={className}>
      <dt>{definition.name}</dt>
      <dd className="figure">
        {parts.map(({ value, unit }) => (
          <span key={unit} className={classes.part}>
            {value}
            {unit && <span className={classes.unit}> {unit}</span>}
          </span>
        ))}
      </dd>
    </div>
  )
}
