import { EDGE_TYPES, type EdgeType, edgeKind, hasSpecificProperties } from '@plimsoll/catalog'
import { Panel } from '@xyflow/react'
import { SlidersHorizontal, Spline, Trash2, Ungroup } from 'lucide-react'
import { useStore } from 'zustand'
import { selectionText } from '../../core/selection/selection-text.ts'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import { createCanvasRoom } from '../../state/canvas-room.ts'
import { showProperties } from '../../state/dock.ts'
import { runCommand } from '../../tools/commands/command-list.ts'
import { changeKind, removeSelected } from '../../tools/edit/edit-flow.ts'
import { ArrangeMenu } from './arrange-menu.tsx'
import classes from './selection-bar.module.css'

/** What can be done with what is selected; the same as by key. */
export function SelectionBar({ onConnect }: { onConnect: (from: string) => void }) {
  const session = useEditorSession()
  const selection = useDocument((state) => state.selection)
  const { nodes, edges, groups } = selection
  const hasOthers = useDocument(({ flow }) => flow.nodes.length > 1)
  const covered = useStore(session.stateOf(createCanvasRoom), (room) => room.covered.right)
  const count = nodes.length + edges.length + groups.length
  if (count === 0) return null
  const [node] = nodes
  return (
    <Panel position="bottom-center" className={classes.bar ?? ''} style={{ left: `calc(50% - ${covered / 2}px)` }}>
      <div role="toolbar" aria-label="Selection" className={classes.tools}>
        {count > 1 && <span className={`${classes.count} figure`}>{selectionText(selection)}</span>}
        {count === 1 && node !== undefined && hasOthers && (
          <button type="button" className={classes.tool} aria-keyshortcuts="C" onClick={() => onConnect(node)}>
            <Spline size={14} aria-hidden="true" />
            Connect
            <span className={classes.key} aria-hidden="true">
              C
            </span>
          </button>
        )}
        {edges.length > 0 && <KindField edges={edges} />}
        {nodes.length + groups.length > 1 && <ArrangeMenu />}
        {nodes.length + edges.length > 0 && (
          <button type="button" className={`${classes.tool} ${classes.small}`} onClick={() => showProperties(session)}>
            <SlidersHorizontal size={14} aria-hidden="true" />
            Properties
          </button>
        )}
        {groups.length > 0 && (
          <button
            type="button"
            className={classes.tool}
            aria-keyshortcuts="Control+Shift+G"
            onClick={() => runCommand(session, 'ungroup')}
          >
            <Ungroup size={14} aria-hidden="true" />
            <span className={classes.word}>Ungroup</span>
          </button>
        )}
        <button
          type="button"
          className={classes.tool}
          aria-keyshortcuts="Delete"
          onClick={() => removeSelected(session)}
        >
          <Trash2 size={14} aria-hidden="true" />
          Delete
          <span className={classes.key} aria-hidden="true">
            Del
          </span>
        </button>
      </div>
    </Panel>
  )
}

const NAMED_KINDS = EDGE_TYPES.filter(hasSpecificProperties)

/** The kind of the selected connections; nothing is chosen while they have several, or the one without properties. */
function KindField({ edges }: { edges: readonly string[] }) {
  const session = useEditorSession()
  const kind = useDocument(({ flow }) => {
    const types = new Set(flow.edges.filter(({ id }) => edges.includes(id)).map(({ type }) => type))
    const [type] = types
    return types.size === 1 && type !== undefined && hasSpecificProperties(type) ? type : ''
  })
  return (
    <select
      className={classes.kinds}
      data-kinds=""
      aria-label="Kind"
      value={kind}
      onChange={({ currentTarget }) => changeKind(session, currentTarget.value as EdgeType)}
    >
      {kind === '' && <option value="">Kind</option>}
      {NAMED_KINDS.map((type) => (
        <option key={type} value={type}>
          {edgeKind(type).label}
        </option>
      ))}
    </select>
  )
}
