import { type EdgeChange, type NodeChange, useStoreApi } from '@xyflow/react'
import { useCallback, useRef, useState } from 'react'
import { useDiagram } from '../../../stores/diagram.ts'
import type { Box, CardNode, LineEdge, Moving } from './graph.ts'

/**
 * What the pointer does to cards. While it moves or resizes some, they are only shown elsewhere (`moving`); the flow changes once,
 * when it lets go: one change to undo, to simulate and to store, whatever the length of the drag.
 */
export function useCardChanges() {
  const [moving, setMoving] = useState<Moving>(new Map())
  const current = useRef(moving)

  const onNodesChange = useCallback((changes: NodeChange<CardNode>[]) => {
    applySelection('nodes', changes)
    const { boxes, done } = followed(current.current, changes)
    commit(boxes, done)
    for (const id of done) boxes.delete(id)
    if (boxes.size === 0 && current.current.size === 0) return
    current.current = boxes
    setMoving(boxes)
  }, [])

  return { moving, onNodesChange }
}

/** Takes over which lines are selected; nothing else happens to a line by pointer. A box selects cards alone. */
export function useLineChanges() {
  const store = useStoreApi()
  return useCallback(
    (changes: EdgeChange<LineEdge>[]) => {
      if (store.getState().userSelectionRect === null) applySelection('edges', changes)
    },
    [store],
  )
}

/** Where the cards are after the changes, and which of them were let go. */
function followed(before: Moving, changes: readonly NodeChange<CardNode>[]) {
  const boxes = new Map<string, Box>(before)
  const done = new Set<string>()
  const move = (id: string, box: Box | undefined) => void (box && boxes.set(id, { ...boxes.get(id), ...box }))
  for (const change of changes) {
    if (change.type === 'position') {
      move(change.id, change.position && { position: change.position })
      if (change.dragging === false) done.add(change.id)
    }
    // A change of size without `resizing` is a measurement, and says what we said.
    if (change.type === 'dimensions' && change.resizing !== undefined) {
      if (change.resizing) move(change.id, change.dimensions)
      else done.add(change.id)
    }
  }
  return { boxes, done }
}

function commit(boxes: Moving, done: ReadonlySet<string>): void {
  const { dispatch } = useDiagram.getState()
  const positions = new Map<string, NonNullable<Box['position']>>()
  for (const id of done) {
    const { position, width, height } = boxes.get(id) ?? {}
    if (width !== undefined && height !== undefined)
      dispatch({ type: 'resize', id, width, height, ...(position && { position }) })
    else if (position) positions.set(id, position)
  }
  if (positions.size > 0) dispatch({ type: 'move', positions })
}

function applySelection(of: 'nodes' | 'edges', changes: readonly (NodeChange | EdgeChange)[]): void {
  const before = useDiagram.getState().selection[of]
  const selected = new Set(before)
  for (const change of changes) {
    if (change.type !== 'select') continue
    if (change.selected) selected.add(change.id)
    else selected.delete(change.id)
  }
  const isSame = selected.size === before.length && before.every((id) => selected.has(id))
  if (!isSame) useDiagram.getState().select({ [of]: [...selected] })
}
