import { useState } from 'react'
import { useStore } from 'zustand'
import { useDocument, useEditorSession } from './session/use-editor-session.ts'
import { createCanvasPress } from './tools/gestures/canvas-press.ts'

/**
 * Whether anything with properties is selected. The canvas keeps its size while the pointer is down on it: a panel that opened under a drag
 * would push the flow away.
 */
export function useHasProperties(): boolean {
  const session = useEditorSession()
  const isPressed = useStore(session.stateOf(createCanvasPress), ({ pressed }) => pressed)
  const hasSelection = useDocument(({ selection }) => selection.nodes.length + selection.edges.length > 0)
  const [isShown, setShown] = useState(hasSelection)
  if (!isPressed && isShown !== hasSelection) setShown(hasSelection)
  return isShown
}
