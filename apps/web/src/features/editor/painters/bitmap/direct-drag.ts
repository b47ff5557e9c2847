import { groupsOf, type Position } from '@plimsoll/flow'
import { BITMAP_IN_DRAG_FROM_EDGES, MOST_DIRECTLY_DRAGGED } from '../../core/editor.config.ts'
import { rectOf } from '../../core/placement.ts'
import type { BeginDirectDrag, Previewed } from '../../core/previewed.ts'
import type { EditorSession } from '../../session/editor-session.ts'
import { endDirectDrag, showDirectDrag } from '../../state/direct-drag.ts'
import { lift } from './lift.ts'
import { addShield } from './shield.ts'
import { EDGES, hideEdges, replaceByBitmap } from './show-bitmap.ts'

const ORIGIN: Position = { x: 0, y: 0 }

/**
 * Carries nodes and groups over a flow with very many edges past the canvas library, which would ask all that it knows what each step
 * means to it: their elements are shifted, their edges drawn by `DraggedEdges`, and all others are one bitmap in a run and where there are
 * more of them still. Null where there are few edges, where one of them is selected or has the focus, and where very many are carried along.
 */
export const createDirectDragging =
  (session: EditorSession): BeginDirectDrag =>
  (region, { flow, ids }) => {
    const count = flow.edges.filter(({ source, target }) => ids.has(source) || ids.has(target)).length
    if (count > MOST_DIRECTLY_DRAGGED || ids.size > MOST_DIRECTLY_DRAGGED) return null
    const showLines = showOtherEdges(session, region, ids)
    if (!showLines) return null
    const removeShield = addShield(region)
    let elements = elementsOf(region, ids)
    let putDown = lift(region, elements)
    let isOver = false
    region.dataset.dragging = ''
    showDirectDrag(session, { ids, isLifted: putDown !== null })

    function show(boxes: Previewed): boolean {
      if (isOver) return false
      const at = new Map(Array.from(boxes, ([id, { position = ORIGIN }]) => [id, rectOf({ position })]))
      if (elements.length < ids.size) findOthers()
      translate(elements, at)
      showDirectDrag(session, { at })
      return true
    }

    const end = (): void => {
      if (isOver) return
      isOver = true
      unsubscribe()
      const { flow } = session.document.getState()
      translate(elements, new Map([...flow.nodes, ...groupsOf(flow)].map((element) => [element.id, rectOf(element)])))
      endDirectDrag(session)
      putDown?.()
      removeShield()
      delete region.dataset.dragging
      showLines()
    }

    /** Of a large flow, nodes out of view come with the drag. */
    function findOthers(): void {
      const found = elementsOf(region, ids)
      if (found.length === elements.length) return
      putDown?.()
      elements = found
      putDown = lift(region, elements)
      showDirectDrag(session, { isLifted: putDown !== null })
    }

    // Not what was pictured any more.
    const unsubscribe = session.document.subscribe((state, before) => {
      if (state.flow !== before.flow || state.selection.edges !== before.selection.edges) end()
    })
    return { show, end }
  }

/**
 * Without a run, what lies still stays as it is: nothing of it changes. In a run its loads do, and all of it would be painted in every frame; and
 * of very many elements the browser asks in every frame whether they are to be painted.
 */
function showOtherEdges(session: EditorSession, region: HTMLElement, ids: ReadonlySet<string>) {
  const isRunning = session.run.store.getState().state === 'running'
  return isRunning || region.querySelectorAll(EDGES).length >= BITMAP_IN_DRAG_FROM_EDGES
    ? replaceByBitmap(session, region, { as: 'cards', without: ids })
    : hideEdges(session, region, ids)
}

/** The elements of what is carried, as far as they are in the page. */
const elementsOf = (region: HTMLElement, ids: ReadonlySet<string>): readonly HTMLElement[] =>
  [...region.querySelectorAll<HTMLElement>('.react-flow__node')].filter(({ dataset }) => ids.has(dataset.id ?? ''))

/** As the canvas library does, which writes only what is another place to it than before. */
function translate(elements: readonly HTMLElement[], at: ReadonlyMap<string, Position>): void {
  for (const { dataset, style } of elements) {
    const to = at.get(dataset.id ?? '')
    if (to) style.transform = `translate(${to.x}px,${to.y}px)`
  }
}
