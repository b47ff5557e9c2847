import { edgeKind } from '@plimsoll/catalog'
import { useId } from 'react'
import { LinkButton } from '../../../../shared/ui/link-button.tsx'
import { nodeName } from '../../scene/graph.ts'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import { clearDocument } from '../../tools/edit/edit-flow.ts'
import { downloadFlow } from './download-flow.ts'
import classes from './safe-mode.module.css'

/** The document as a plain list, for when the canvas cannot be drawn: with it one can take the diagram along, or find a way back. */
export function SafeMode({ onShow }: { onShow: () => void }) {
  const session = useEditorSession()
  const flow = useDocument((diagram) => diagram.flow)
  const canUndo = useDocument(({ past }) => past.length > 0)
  const undo = useDocument((diagram) => diagram.undo)
  const labels = new Map(flow.nodes.map(({ id, data }) => [id, data.label]))
  const edges = flow.edges.map(
    ({ type, source, target }) => `${edgeKind(type).label}: ${labels.get(source)} to ${labels.get(target)}`,
  )
  const startEmpty = () => {
    clearDocument(session)
    onShow()
  }
  return (
    <section className={classes.root} aria-label="Your diagram as a list">
      <div role="alert">
        <h1 className={classes.title}>Something went wrong</h1>
        <p className={classes.text}>
          The canvas could not be shown, twice in a row. Your diagram is safe: here it is as a list. What is unsaved
          stays on this device, also when you start with an empty board.
        </p>
      </div>
      <div className={classes.ways}>
        <LinkButton onClick={() => downloadFlow(session)}>Download my diagram</LinkButton>
        {canUndo && (
          <LinkButton look="outline" onClick={undo}>
            Undo the last change
          </LinkButton>
        )}
        <LinkButton look="outline" onClick={startEmpty}>
          Start with an empty board
        </LinkButton>
        <LinkButton look="quiet" onClick={onShow}>
          Show the canvas again
        </LinkButton>
      </div>
      <List title="Components" entries={flow.nodes.map((node) => nodeName(node))} />
      <List title="Connections" entries={edges} />
    </section>
  )
}

function List({ title, entries }: { title: string; entries: readonly string[] }) {
  const id = useId()
  return (
    <>
      <h2 id={id} className={classes.heading}>
        {title} ({entries.length.toLocaleString('en-US')})
      </h2>
      <ul className={classes.list} aria-labelledby={id}>
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names need not be distinct
          <li key={index}>{entry}</li>
        ))}
      </ul>
    </>
  )
}
