import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import classes from './flow-editor.module.css'
import { useDocument, useEditorSession } from './session/use-editor-session.ts'
import { createCanvasPress } from './tools/gestures/canvas-press.ts'
import { focusEdge, focusNode } from './ui/focus.ts'

/** The canvas keeps its size while the pointer is down on it: a panel that opened under a drag would push the flow away. */
function useShown(): boolean {
  const session = useEditorSession()
  const isPressed = useStore(session.stateOf(createCanvasPress), ({ pressed }) => pressed)
  const hasSelection = useDocument(({ selection }) => selection.nodes.length + selection.edges.length > 0)
  const [isShown, setShown] = useState(hasSelection)
  if (!isPressed && isShown !== hasSelection) setShown(hasSelection)
  return isShown
}

/** Shows the properties while something is selected: a column, or a sheet on a small screen. Escape goes back to the canvas. */
export function PropertiesRegion({ children }: { children: ReactNode }) {
  const session = useEditorSession()
  const isOpen = useStore(session.propertiesSheet, ({ open }) => open)
  const isShown = useShown()
  if (!isShown) return null

  const leave = () => {
    session.propertiesSheet.setState({ open: false })
    const { nodes, edges } = session.document.getState().selection
    const [node, edge] = [nodes[0], edges[0]]
    if (node !== undefined) focusNode(node)
    else if (edge !== undefined) focusEdge(edge)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') leave()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is focused stands inside; the key only bubbles up to here.
    <div className={classes.properties} data-open={isOpen || undefined} onKeyDown={onKeyDown}>
      <button type="button" className={classes.close} onClick={leave}>
        Close properties
      </button>
      {children}
    </div>
  )
}
