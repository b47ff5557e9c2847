import { useEffect, useMemo, useState } from 'react'
import { EDGES_IN_BATCH } from '../../core/editor.config.ts'
import type { CanvasEdge } from '../../scene/graph.ts'

/**
 * Of edges of which very many come into the page at once, as when a flow is opened on which everything is joined: so many in each frame,
 * in their order, that the page answers meanwhile. Those that are selected come first.
 */
export function useInBatches(edges: CanvasEdge[]): CanvasEdge[] {
  const [nextOf] = useState(createBatches)
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each turn more of the same edges are there.
  const shown = useMemo(() => nextOf(edges), [nextOf, edges, turn])
  useEffect(() => {
    if (shown === edges) return
    const frame = requestAnimationFrame(() => setTurn((before) => before + 1))
    return () => cancelAnimationFrame(frame)
  }, [shown, edges])
  return shown
}

/** Gives back, call by call, more of the edges that it is asked for, and those themselves as soon as that is all of them. */
export function createBatches(most = EDGES_IN_BATCH) {
  let shown: ReadonlySet<string> = new Set()
  return (edges: CanvasEdge[]): CanvasEdge[] => {
    let room = most
    const next = edges.filter(({ id, selected }) => {
      if (shown.has(id) || selected) return true
      room -= 1
      return room >= 0
    })
    shown = new Set(next.map(({ id }) => id))
    return next.length === edges.length ? edges : next
  }
}
