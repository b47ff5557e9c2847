import { useStore } from '@xyflow/react'
import { useEffect } from 'react'
import { useDiagram } from '../../../stores/diagram.ts'
import type { View } from './use-view.ts'

/** Keeps the selected card in view when a panel beside the canvas opens and takes room from it. */
export function useKeepInView({ reveal }: View): void {
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size is not read here, its change is the occasion.
  useEffect(() => {
    const { nodes } = useDiagram.getState().selection
    if (nodes.length === 1) for (const id of nodes) reveal(id)
  }, [width, height, reveal])
}
