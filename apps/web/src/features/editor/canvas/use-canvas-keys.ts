import { type RefObject, useEffect } from 'react'
import { useDiagram } from '../../../stores/diagram.ts'
import { moveSelected, removeSelected } from '../board.ts'
import { ARROW_STEP } from '../editor.config.ts'
import { focusedCard, focusedElement } from './focus.ts'
import { createLineWalk } from './line-walk.ts'
import type { View } from './use-view.ts'

interface CanvasKeys {
  readonly region: RefObject<HTMLElement | null>
  readonly view: View
  readonly onConnect: (from: string) => void
  readonly onAdd: () => void
  readonly onOpen: () => void
}

const DIRECTIONS: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** The keys of the canvas. They count while the focus is on the canvas or nowhere, never while one types or uses a panel. */
export function useCanvasKeys({ region, view, onConnect, onAdd, onOpen }: CanvasKeys): void {
  useEffect(() => {
    const lines = createLineWalk(view)
    const actions: Readonly<Record<string, () => boolean>> = {
      Delete: () => removeAndStay(region.current),
      Backspace: () => removeAndStay(region.current),
      Escape: lines.leave,
      Enter: () => isFocusSelected() && did(onOpen),
      c: () => withSubject(onConnect),
      e: lines.step,
      a: () => did(onAdd),
      '+': () => did(view.zoomIn),
      '=': () => did(view.zoomIn),
      '-': () => did(view.zoomOut),
      '0': () => did(() => view.showAll({ eased: true })),
    }

    function onKeyDown(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey || !isMeant(event.target, region.current)) return
      const direction = DIRECTIONS[event.key]
      const size = event.shiftKey ? ARROW_STEP.withShift : ARROW_STEP.plain
      const acted = direction
        ? moveSelected({ x: direction.x * size, y: direction.y * size })
        : actions[event.key.length === 1 ? event.key.toLowerCase() : event.key]?.()
      if (!acted) return
      event.preventDefault()
      // The canvas library would move by its snap grid, and clear only its own sort of selection.
      event.stopPropagation()
    }

    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [region, view, onConnect, onAdd, onOpen])
}

function isMeant(target: EventTarget | null, region: HTMLElement | null): boolean {
  if (target === document.body) return document.querySelector('dialog[open]') === null
  if (!(target instanceof Element) || !region?.contains(target)) return false
  return target.closest('input, textarea, select, [contenteditable], [data-own-keys]') === null
}

function did(action: () => void): true {
  action()
  return true
}

/** Whether the card or line in focus is the one that is selected. */
function isFocusSelected(): boolean {
  const { nodes, edges } = useDiagram.getState().selection
  const id = focusedElement()
  return id !== undefined && nodes.length + edges.length === 1 && (nodes[0] ?? edges[0]) === id
}

/** The card that a key is about: the one in focus, else the one selected alone. */
function withSubject(action: (id: string) => void): boolean {
  const { nodes } = useDiagram.getState().selection
  const id = focusedCard() ?? (nodes.length === 1 ? nodes[0] : undefined)
  if (id === undefined) return false
  action(id)
  return true
}

/** With the card in focus gone, the focus would fall out of the canvas. */
function removeAndStay(region: HTMLElement | null): boolean {
  const { selection } = useDiagram.getState()
  if (selection.nodes.length + selection.edges.length === 0) return false
  removeSelected()
  region?.focus({ preventScroll: true })
  return true
}
