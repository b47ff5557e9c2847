import { engineOf } from '@plimsoll/simulation'
import { useDocument, useRun } from '../../session/use-editor-session.ts'
import {
  FIGURES,
  type FigureDefinition,
  type FigureText,
  figureText,
  HEADLINES,
  WINDOW_FIGURES,
} from './common/figures.ts'
import classes from './figure-list.module.css'

/** The figures of the run; on the bar the headlines alone. Not a live region: ten changes a second are for the eye only. */
export function FigureList({ look }: { look: 'panel' | 'bar' }) {
  return (
    <dl className={classes.root} data-look={look}>
      {HEADLINES.map((definition) => (
        <Figure key={definition.name} definition={definition} className={classes.headline} />
      ))}
      {look === 'panel' && <Windows />}
      {look === 'panel' &&
        FIGURES.map((definition) => <Figure key={definition.name} definition={definition} className={classes.cell} />)}
    </dl>
  )
}

function Figure({ definition, className }: { definition: FigureDefinition; className: string | undefined }) {
  const text = useShown((snapshot) => figureText(definition, snapshot))
  const engine = useDocument(({ flow }) => engineOf(flow.simulation) ?? 'events')
  const window = definition.window(engine) || undefined
  return (
    <div className={className}>
      <dt data-window={window}>{definition.name}</dt>
      <dd className="figure" data-window={window}>
        <Parts text={text} />
      </dd>
    </div>
  )
}

/** Rates and times of the last ten seconds beside those since Start, so that a repair can be seen. */
function Windows() {
  return (
    <>
      <div className={classes.head}>
        <dt>Rates and times</dt>
        <dd>last 10 s</dd>
        <dd>since Start</dd>
      </div>
      {WINDOW_FIGURES.map(({ name, read }) => (
        <div key={name} className={classes.windowRow}>
          <dt>{name}</dt>
          <WindowFigure of="last10s" read={read} />
          <WindowFigure of="sinceStart" read={read} />
        </div>
      ))}
    </>
  )
}

type WindowFigureProps = {
  of: 'last10s' | 'sinceStart'
  read: (typeof WINDOW_FIGURES)[number]['read']
}

function WindowFigure({ of, read }: WindowFigureProps) {
  const text = useShown((snapshot) => (snapshot ? read(snapshot.windows[of]) : NOTHING))
  return (
    <dd className="figure">
      <Parts text={text} />
    </dd>
  )
}

const NOTHING: FigureText = [{ value: '–', unit: '' }]

/** Compared as one text, so that a figure is drawn only when what it shows has changed. */
function useShown(read: (snapshot: Parameters<typeof figureText>[1]) => FigureText): FigureText {
  return JSON.parse(useRun(({ snapshot }) => JSON.stringify(read(snapshot))))
}

function Parts({ text }: { text: FigureText }) {
  return text.map(({ value, unit }) => (
    <span key={unit} className={classes.part}>
      {value}
      {unit && <span className={classes.unit}> {unit}</span>}
    </span>
  ))
}
