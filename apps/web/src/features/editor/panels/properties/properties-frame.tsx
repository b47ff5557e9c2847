import type { ReactNode } from 'react'
import { useEditorSession } from '../../session/use-editor-session.ts'
import { focusEdge, focusNode } from '../../ui/focus.ts'
import classes from './properties-frame.module.css'

/** Closes what it is around: with a button on a small screen, and with Escape. */
export function PropertiesFrame({ children }: { children: ReactNode }) {
  const session = useEditorSession()
  const leave = () => {
    session.propertiesPanel.setState({ open: false })
    const { nodes, edges } = session.document.getState().selection
    const [node, edge] = [nodes[0], edges[0]]
    if (node !== undefined) focusNode(node)
    else if (edge !== undefined) focusEdge(edge)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is focused stands inside; the key only bubbles up to here.
    <div className={classes.region} onKeyDown={({ key }) => key === 'Escape' && leave()}>
      <button type="button" className={classes.close} onClick={leave}>
        Close properties
      </button>
      {children}
    </div>
  )
}
