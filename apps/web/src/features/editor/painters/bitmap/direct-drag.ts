import { groupsOf, type Position } from '@plimsoll/flow'
import { MOST_DIRECTLY_DRAGGED } from '../../core/editor.config.ts'
import { rectOf } from '../../core/placement.ts'
import type { BeginDirectDrag, Previewed } from '../../core/previewed.ts'
import type { EditorSession } from '../../session/editor-session.ts'
import { endDirectDrag, showDirectDrag } from '../../state/direct-drag.ts'
import { addShield } from './shield.ts'
import { replaceByBitmap } from './show-bitmap.ts'

const ORIGIN: Position = { x: 0, y: 0 }

/**
 * Carries nodes and groups over a flow with very many edges past the canvas library, which would ask all that it knows what each step
 * means to it: their elements are shifted, their edges drawn by `DraggedEdges`, and all others are one bitmap. Null where there are few
 * edges, where one of them is selected or has the focus, and where very many are carried along.
 */
export const createDirectDragging =
  (session: EditorSession): BeginDirectDrag =>
  (region, { flow, ids }) => {
    const count = flow.edges.filter(({ source, target }) => ids.has(source) || ids.has(target)).length
    if (count > MOST_DIRECTLY_DRAGGED || ids.size > MOST_DIRECTLY_DRAGGED) return null
    const showLines = replaceByBitmap(session, region, { as: 'cards', without: ids })
    if (!showLines) return null
    const removeShield = addShield(region)
    const elements = createElements(region, ids)
    let isOver = false
    showDirectDrag(session, { ids })

    function show(boxes: Previewed): boolean {
      if (isOver) return false
      const at = new Map(Array.from(boxes, ([id, { position = ORIGIN }]) => [id, rectOf({ position })]))
      translate(elements(), at)
      showDirectDrag(session, { at })
      return true
    }

    const end = (): void => {
      if (isOver) return
      isOver = true
      unsubscribe()
      const { flow } = session.document.getState()
      translate(elements(), new Map([...flow.nodes, ...groupsOf(flow)].map((element) => [element.id, rectOf(element)])))
      endDirectDrag(session)
      removeShield()
      showLines()
    }

    // Not what was pictured any more.
    const unsubscribe = session.document.subscribe((state, before) => {
      if (state.flow !== before.flow || state.selection.edges !== before.selection.edges) end()
    })
    return { show, end }
  }

/** The elements of what is carried, as soon as they are in the page: of a large flow, nodes out of view come with the drag. */
function createElements(region: HTMLElement, ids: ReadonlySet<string>): () => ReadonlyMap<string, HTMLElement> {
  let known = new Map<string, HTMLElement>()
  return () => {
    if (known.size === ids.size) return known
    const all = region.querySelectorAll<HTMLElement>('.react-flow__node')
    known = new Map(
      Array.from(all, (element) => [element.dataset.id ?? '', element] as const).filter(([id]) => ids.has(id)),
    )
    return known
  }
}

/** As the canvas library does, which writes only what is another place to it than before. */
function translate(elements: ReadonlyMap<string, HTMLElement>, at: ReadonlyMap<string, Position>): void {
  for (const [id, { style }] of elements) {
    const to = at.get(id)
    if (to) style.transform = `translate(${to.x}px,${to.y}px)`
  }
}
