import { useStore } from '@xyflow/react'
import { useEffect } from 'react'
import { type DiagramState, useDiagram } from '../../../stores/diagram.ts'
import type { View } from './use-view.ts'

/**
 * Keeps what is selected alone in view: wholly when a panel beside the canvas takes room from it, and at all when it was chosen
 * elsewhere than on the canvas.
 */
export function useKeepInView({ reveal, isAway }: View): void {
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const card = useDiagram(cardOfSelection)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the size is not read here, its change is the occasion.
  useEffect(() => {
    const selected = cardOfSelection(useDiagram.getState())
    if (selected !== undefined) reveal(selected)
  }, [width, height, reveal])

  useEffect(() => {
    if (card !== undefined && isAway(card)) reveal(card)
  }, [card, reveal, isAway])
}

/** The card that is selected alone, or that the connection selected alone leads to. */
function cardOfSelection({ flow, selection: { nodes, edges } }: DiagramState): string | undefined {
  if (nodes.length + edges.length !== 1) return undefined
  return nodes[0] ?? flow.edges.find(({ id }) => id === edges[0])?.target
}
