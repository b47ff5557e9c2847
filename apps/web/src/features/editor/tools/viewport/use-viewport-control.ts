import { useReducedMotion } from '@mantine/hooks'
import { groupsOf, type Position } from '@plimsoll/flow'
import { getViewportForBounds, useStoreApi, type Viewport } from '@xyflow/react'
import { useMemo } from 'react'
import type { DiagramState } from '../../../../stores/diagram.ts'
import type { LeftView } from '../../../../stores/left-view.ts'
import {
  FIT_VIEW,
  LEGEND_BESIDE_TOOLS_FROM_WIDTH,
  LEGEND_FROM_HEIGHT,
  VIEWPORT_MOVE_MS,
  ZOOM,
} from '../../core/editor.config.ts'
import { around, boundsOf, covers, intersects, type Rect } from '../../core/geometry.ts'
import { rectOf, rectsOf } from '../../core/placement.ts'
import { type Clearance, type Insets, overviewOf, type SizedViewport, visibleRect } from '../../core/viewport.ts'
import type { EditorSession } from '../../session/editor-session.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'
import { createCanvasRoom } from '../../state/canvas-room.ts'

/** What a node brought into view keeps clear of: the edges, the legend above, the tools below. Pixels of the screen. */
const CLEARANCE: Clearance = { top: 60, bottom: 64, side: 24 }

/** What lies over the canvas: legend and tools above, and below either all of controls, selection bar and overview, or those in the corners beside. */
const COVERED: readonly Insets[] = [
  { top: 72, right: 0, bottom: 136, left: 0 },
  { top: 72, right: 192, bottom: 64, left: 64 },
]

/** On a small screen the legend is higher, and the rail of the palette and the controls lie at the left. */
const COVERED_SMALL: readonly Insets[] = [{ top: 120, right: 0, bottom: 64, left: 64 }]
/** Where the legend lies below the tools. */
const NARROW_TOP = 152
/** On a low canvas of one there is no legend, and the tools lie at the right. */
const COVERED_LOW: readonly Insets[] = [
  { top: 64, right: 0, bottom: 0, left: 64 },
  { top: 0, right: 208, bottom: 0, left: 64 },
]

/** Where the canvas shares its room there is no overview, and what is drawn needs all the rest. */
const COVERED_SHARED: readonly Insets[] = [
  { top: 64, right: 0, bottom: 0, left: 64 },
  { top: 0, right: 0, bottom: 0, left: 400 },
]

/** Moves of the viewport, and what is in it. */
export function useViewportControl() {
  const session = useEditorSession()
  const store = useStoreApi()
  const duration = useReducedMotion() ? 0 : VIEWPORT_MOVE_MS

  return useMemo(() => {
    const lastShown = session.stateOf(createLastShown)
    const replaced = session.stateOf(createReplaced)
    /** Where the viewport is on its way to; what moves it meanwhile ends that without a word, so it ends by itself, too. */
    let target: { readonly to: Viewport; readonly from: number; readonly until: number } | null = null
    async function goTo(to: Viewport, { eased = true }: { eased?: boolean } = {}): Promise<void> {
      const from = performance.now()
      const mine = { to, from, until: from + 2 * duration }
      target = eased ? mine : null
      await store.getState().panZoom?.setViewport(to, { duration: eased ? duration : 0, interpolate: 'linear' })
      if (target === mine) target = null
    }
    /** The viewport, as it is once it has arrived. */
    function ahead(): SizedViewport {
      const now = session.viewport.getState()
      if (!target || performance.now() >= target.until || now.movedAt > target.from) return now
      return { ...now, ...target.to }
    }
    function viewport(): Viewport {
      const { x, y, zoom } = ahead()
      return { x, y, zoom }
    }
    /**
     * Shifts the viewport, as little as needed, until the node, the group, or the node that a connection leads to is in it. Gives back where
     * the viewport goes, null where it stays.
     */
    function reveal(id: string): Viewport | null {
      const node = rectOfElement(session, id)
      if (!node) return null
      const { x, y, zoom } = viewport()
      const visible = besidePanel(visibleRect(ahead(), CLEARANCE), zoom, session)
      const dx = shift(node.x, node.width, visible.x, visible.width)
      const dy = shift(node.y, node.height, visible.y, visible.height)
      if (dx === 0 && dy === 0) return null
      const target = { x: x + dx * zoom, y: y + dy * zoom, zoom }
      void goTo(target)
      return target
    }
    /** Whether all of these nodes are in the viewport. */
    function showsAll(ids: ReadonlySet<string>): boolean {
      const { flow } = session.document.getState()
      const visible = visibleRect(ahead(), CLEARANCE)
      const all = around(flow.nodes.filter(({ id }) => ids.has(id)).map(rectOf))
      return covers(visible, all)
    }
    /** Whether nothing of the node is in the viewport. */
    function isAway(id: string): boolean {
      const node = rectOfElement(session, id)
      return node !== undefined && !intersects(node, visibleRect(ahead()))
    }
    /** Around the middle of the viewport. */
    function zoomTo(wanted: number): void {
      const { x, y, zoom: before, width, height } = ahead()
      const zoom = Math.min(ZOOM.max, Math.max(ZOOM.min, wanted))
      const [middleX, middleY] = [width / 2, height / 2]
      const by = zoom / before
      void goTo({ x: middleX - (middleX - x) * by, y: middleY - (middleY - y) * by, zoom })
    }
    function fitSelection(): void {
      const { width, height } = session.viewport.getState()
      const selected = selectedRect(session)
      if (selected) void goTo(getViewportForBounds(selected, width, height, ZOOM.min, ZOOM.max, FIT_VIEW.padding))
    }
    function covered(): readonly Insets[] {
      const { isShared, covered } = session.stateOf(createCanvasRoom).getState()
      const { width, height } = session.viewport.getState()
      const isLow = height < LEGEND_FROM_HEIGHT
      const isBelowTools = width < LEGEND_BESIDE_TOOLS_FROM_WIDTH && !isLow && !isShared
      const small = isLow ? COVERED_LOW : COVERED_SMALL
      const choices = session.environment.isSmallScreen() ? small : isShared ? COVERED_SHARED : COVERED
      return choices.map(({ top, right, bottom, left }) => ({
        left,
        top: isBelowTools ? NARROW_TOP : top,
        right: Math.max(right, covered.right && covered.right + CLEARANCE.side),
        bottom: Math.max(bottom, covered.bottom && covered.bottom + CLEARANCE.side),
      }))
    }
    const overview = (all: Rect): Viewport => overviewOf(all, session.viewport.getState(), covered())
    function fitView({ eased }: { eased: boolean }): void {
      const all = boundsOf(flowRects(session))
      if (!all) return
      const goal = overview(all)
      const { flow, selection } = session.document.getState()
      lastShown.current = { flow, selection, goal, eased }
      void goTo(goal, { eased })
    }
    /**
     * Where a panel has come over a part of the flow, all of which was in view: shows all beside it, or what can still be read there. Gives
     * back where the viewport goes.
     */
    function uncover(): Viewport | null {
      const all = boundsOf(flowRects(session))
      const visible = visibleRect(ahead())
      if (!all || !covers(visible, all) || covers(besidePanel(visible, viewport().zoom, session), all)) return null
      const to = overviewOf(all, session.viewport.getState(), covered(), Math.min(viewport().zoom, ZOOM.min))
      void goTo(to)
      return to
    }
    /** Shows what was in view when the flow was left. Gives back false where nothing of the flow would be. */
    function restore(left: LeftView): boolean {
      const zoom = Math.min(ZOOM.max, Math.max(ZOOM.overview, left.zoom))
      const visible = visibleRect({ ...session.viewport.getState(), ...left, zoom })
      if (store.getState().panZoom && !flowRects(session).some((rect) => intersects(rect, visible))) return false
      void goTo({ ...left, zoom }, { eased: false })
      return true
    }
    /**
     * In the size that the canvas has now, shows all again where all was shown and neither board nor view was changed since, or where
     * nothing is left of what was in view in the size `before`. A canvas that is as high again shows what it showed, unless one went on.
     */
    function fitViewAgain(before: Size): void {
      const last = lastShown.current
      const { flow, selection } = session.document.getState()
      const size = session.viewport.getState()
      const shown = ahead()
      const isAnyIn = (size: Size) =>
        flowRects(session).some((rect) => intersects(rect, visibleRect({ ...shown, ...size })))
      const isAllShown = last?.flow === flow && last.selection === selection && isSame(shown, last.goal)
      let all: Shown | null = null
      if (isAllShown || (isAnyIn(before) && !isAnyIn(size))) {
        fitView(isAllShown ? last : { eased: false })
        const goal = lastShown.current?.goal
        const was = { shown: { ...shown, ...before }, all: isAllShown ? last : null }
        replaced.current = goal && size.height < before.height ? { was, goal } : null
      } else if (replaced.current?.was.shown.height === size.height) {
        const { was, goal } = replaced.current
        replaced.current = null
        if (isSame(shown, goal)) {
          if (was.shown.width === size.width && restore(was.shown)) all = was.all
          else fitView({ eased: false })
        }
      }
      lastShown.current = all
    }
    return {
      reveal,
      uncover,
      isAway,
      showsAll,
      /** Shows all of the flow; eased, where it goes there from another part of the same board. */
      fitView,
      fitViewAgain,
      /** The zoom at which all of something so large is shown. */
      zoomFor: (size: Size) => overview({ x: 0, y: 0, ...size }).zoom,
      restore,
      /** Shows what is selected as large as it fits. */
      fitSelection,
      zoomTo,
      zoomIn: () => zoomTo(ahead().zoom * ZOOM.keyboardFactor),
      zoomOut() {
        const { zoom } = ahead()
        if (zoom > ZOOM.min) zoomTo(zoom / ZOOM.keyboardFactor)
      },
      zoom: () => session.viewport.getState().zoom,
      viewport,
      goTo,
      /** Whether the viewport shows just this. */
      isAt: (target: Viewport) => isSame(viewport(), target),
      rect: () => visibleRect(session.viewport.getState()),
      toFlow(client: Position): Position {
        const { x, y, zoom } = session.viewport.getState()
        const { left, top } = store.getState().domNode?.getBoundingClientRect() ?? { left: 0, top: 0 }
        return { x: (client.x - left - x) / zoom, y: (client.y - top - y) / zoom }
      },
    }
  }, [store, duration, session.viewport.getState, session.stateOf, session.document.getState, session])
}

/** All of the flow, shown last, and where the viewport goes for that. */
interface Shown extends Pick<DiagramState, 'flow' | 'selection'> {
  readonly goal: Viewport
  readonly eased: boolean
}

type Size = Pick<Rect, 'width' | 'height'>

const createLastShown = () => ({ current: null as Shown | null })

/** What was shown before all of the flow was shown for want of height, and where the viewport went for that. */
interface Replaced {
  readonly was: { readonly shown: SizedViewport; readonly all: Shown | null }
  readonly goal: Viewport
}

const createReplaced = () => ({ current: null as Replaced | null })

export type ViewportControl = ReturnType<typeof useViewportControl>

/** What a panel leaves of it. */
function besidePanel({ x, y, width, height }: Rect, zoom: number, session: EditorSession): Rect {
  const { right, bottom } = session.stateOf(createCanvasRoom).getState().covered
  return { x, y, width: width - right / zoom, height: height - bottom / zoom }
}

function rectOfElement(session: EditorSession, id: string): Rect | undefined {
  const { flow } = session.document.getState()
  const target = flow.edges.find((edge) => edge.id === id)?.target ?? id
  const isIt = (element: { readonly id: string }) => element.id === target
  const element = flow.nodes.find(isIt) ?? groupsOf(flow).find(isIt)
  return element && rectOf(element)
}

/** Within a fraction of a pixel. */
const isSame = (a: Viewport, b: Viewport): boolean =>
  Math.abs(a.x - b.x) + Math.abs(a.y - b.y) < 0.5 && Math.abs(a.zoom - b.zoom) < 0.001

const flowRects = (session: EditorSession): Rect[] => rectsOf(session.document.getState().flow)

/** What the selection covers, connections with both their ends. */
function selectedRect(session: EditorSession): Rect | null {
  const { flow, selection } = session.document.getState()
  const edges = new Set(selection.edges)
  const ends = flow.edges.filter(({ id }) => edges.has(id)).flatMap(({ source, target }) => [source, target])
  const ids = new Set([...selection.nodes, ...selection.groups, ...ends])
  return boundsOf([...flow.nodes, ...groupsOf(flow)].filter(({ id }) => ids.has(id)).map(rectOf))
}

/** By how much a stretch must move to lie within the viewport's; its beginning comes first where it does not fit. */
function shift(start: number, length: number, viewStart: number, viewLength: number): number {
  const before = viewStart - start
  if (before >= 0) return before
  const after = start + length - (viewStart + viewLength)
  return after > 0 ? -Math.min(after, -before) : 0
}
