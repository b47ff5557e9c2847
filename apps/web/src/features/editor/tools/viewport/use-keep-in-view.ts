import { useStore, type Viewport } from '@xyflow/react'
import { useEffect, useRef } from 'react'
import type { DiagramState } from '../../../../stores/diagram.ts'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import { createCanvasRoom, UNCOVERED } from '../../state/canvas-room.ts'
import { onReveal } from '../../state/reveal.ts'
import type { ViewportControl } from './use-viewport-control.ts'

/** How the viewport was moved for a panel, and how large the canvas was before that. */
interface Moved {
  readonly width: number
  readonly height: number
  readonly from: Viewport
  readonly to: Viewport
}

/**
 * Keeps what is selected alone in view: wholly when a panel beside the canvas takes room from it or one comes over the canvas,
 * and at all when it was chosen elsewhere than on the canvas; and brings into view what others ask for. Where nothing is selected, a flow that
 * was in view as a whole stays so beside a panel. When the panel goes, the viewport goes back to where it was,
 * unless it was moved meanwhile.
 */
export function useKeepSelectionVisible({ reveal, uncover, isAway, viewport, isAt, goTo }: ViewportControl): void {
  const session = useEditorSession()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const node = useDocument(nodeOfSelection)

  const size = useRef({ width, height })
  const moved = useRef<Moved | null>(null)

  useEffect(() => {
    const before = size.current
    if (before.width === width && before.height === height) return
    size.current = { width, height }
    const last = moved.current && isAt(moved.current.to) ? moved.current : null
    moved.current = null
    if (last?.width === width && last.height === height) return void goTo(last.from)
    const selected = nodeOfSelection(session.document.getState())
    if (selected === undefined) return
    const from = last?.from ?? viewport()
    const to = reveal(selected)
    if (to) moved.current = { ...(last ?? before), from, to }
    else moved.current = last
  }, [width, height, reveal, viewport, isAt, goTo, session.document.getState])

  useEffect(() => {
    if (node !== undefined && isAway(node)) reveal(node)
  }, [node, reveal, isAway])

  useEffect(() => onReveal(session, reveal), [reveal, session])

  useEffect(() => {
    let moved: Pick<Moved, 'from' | 'to'> | null = null
    return session.stateOf(createCanvasRoom).subscribe(({ covered }, before) => {
      if (covered === before.covered) return
      if (moved && isAt(moved.to)) void goTo(moved.from)
      moved = null
      if (covered === UNCOVERED) return
      const selected = nodeOfSelection(session.document.getState())
      const from = viewport()
      const to = selected === undefined ? uncover() : reveal(selected)
      if (to) moved = { from, to }
    })
  }, [reveal, uncover, viewport, isAt, goTo, session])
}

/** The node that is selected alone, or that the connection selected alone leads to. */
function nodeOfSelection({ flow, selection: { nodes, edges } }: DiagramState): string | undefined {
  if (nodes.length + edges.length !== 1) return undefined
  return nodes[0] ?? flow.edges.find(({ id }) => id === edges[0])?.target
}
