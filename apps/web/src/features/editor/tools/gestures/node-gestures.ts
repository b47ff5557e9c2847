import { type Flow, GROUP_MINIMUM, groupsOf, NODE_MINIMUM } from '@plimsoll/flow'
import { type EdgeChange, type NodeChange, useStoreApi } from '@xyflow/react'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { beginDrag, type Drag, resizedOnGrid } from '../../core/drag.ts'
import { rectOf } from '../../core/placement.ts'
import type { BeginDirectDrag, Box, DirectDrag, Previewed } from '../../core/previewed.ts'
import type { CanvasEdge, GraphNode } from '../../scene/graph.ts'
import type { EditorSession } from '../../session/editor-session.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'
import { hideGuides, showGuides } from '../../state/guides.ts'
import type { ViewportControl } from '../viewport/use-viewport-control.ts'
import { createCanvasPress } from './canvas-press.ts'
import { beginGesture, isGestureCancelled } from './gesture.ts'

const NOTHING: Previewed = new Map()

type Change = NodeChange<GraphNode>
type PositionChange = Extract<Change, { type: 'position' }>

interface NodeGesturesOptions {
  readonly viewport: ViewportControl
  readonly region: RefObject<HTMLElement | null>
  /** Begins to show a drag past the canvas library, where that pays. */
  readonly beginDirectDrag: BeginDirectDrag
}

/**
 * What the pointer does to nodes and groups. While it moves or resizes some, they are only shown elsewhere (`previewed`); the flow
 * changes once, when it lets go: one change to undo, to simulate and to store, whatever the length of the drag; none where it was given up.
 */
export function useNodeGestures({ viewport, region, beginDirectDrag }: NodeGesturesOptions) {
  const session = useEditorSession()
  const [previewed, setPreviewed] = useState(NOTHING)
  const drag = useRef<{
    of: Drag
    ids: readonly string[]
    direct: DirectDrag | null
    by: { x: number; y: number }
  } | null>(null)
  const resized = useRef<{ id: string; box: Box } | null>(null)

  const onNodesChange = useMemo(() => {
    function undoPreview(): void {
      drag.current?.direct?.end()
      drag.current = null
      resized.current = null
      hideGuides(session)
      session.dragged.setState({ own: null })
      setPreviewed(NOTHING)
    }

    function move(changes: readonly PositionChange[]): void {
      const [lead] = changes
      if (!lead?.position) return
      const { flow, dispatch } = session.document.getState()
      drag.current ??= begin(flow, changes)
      const { of, ids, direct, by: before } = drag.current
      const { by, marks } = of.follow(lead.id, lead.position, {
        viewport: viewport.rect(),
        zoom: viewport.zoom(),
        isFree: session.stateOf(createCanvasPress).getState().isSnappingOff,
      })
      if (lead.dragging === false) {
        dispatch(of.change(by))
        undoPreview()
        return
      }
      showGuides(session, marks)
      if (by.x === before.x && by.y === before.y) return
      drag.current.by = by
      const boxes = of.boxes(by)
      session.dragged.setState({ own: { ids, box: boxes.get(ids[0] ?? '') ?? {} } })
      if (!direct?.show(boxes)) setPreviewed(boxes)
    }

    function begin(flow: Flow, changes: readonly PositionChange[]) {
      beginGesture(session, undoPreview)
      const ids = changes.map(({ id }) => id)
      const of = beginDrag(flow, ids)
      const direct = region.current && beginDirectDrag(region.current, { flow, ids: of.ids })
      return { of, ids, direct, by: { x: 0, y: 0 } }
    }

    function resize(changes: readonly Change[]): void {
      for (const change of changes) {
        // A change of size without `resizing` is a measurement, and says what we said.
        if (change.type === 'dimensions' && change.resizing !== undefined) {
          if (change.resizing) follow(change.id, change.dimensions)
          else finish(change.id)
        } else if (change.type === 'position' && change.dragging === undefined && change.position)
          follow(change.id, { position: change.position })
      }
      if (!resized.current) return
      const { id } = resized.current
      const box = onGrid(session, resized.current)
      session.dragged.setState({ own: { ids: [id], box } })
      setPreviewed(new Map([[id, box]]))
    }

    function follow(id: string, box: Box | undefined): void {
      if (resized.current === null) beginGesture(session, undoPreview)
      resized.current = { id, box: { ...(resized.current?.id === id && resized.current.box), ...box } }
    }

    function finish(id: string): void {
      if (resized.current) {
        const { dispatch } = session.document.getState()
        const { position, width, height } = onGrid(session, resized.current)
        if (isGroup(session, id)) dispatch({ type: 'change-group', id, to: { position, width, height } })
        else dispatch({ type: 'resize', id, position, width, height })
      }
      undoPreview()
    }

    return (changes: Change[]) => {
      applyNodeSelection(session, changes)
      if (isGestureCancelled(session)) return
      const moves = changes.filter((change) => change.type === 'position' && change.dragging !== undefined)
      if (moves.length > 0) move(moves as PositionChange[])
      else resize(changes)
    }
  }, [viewport, region, beginDirectDrag, session.document.getState, session])

  return { previewed, onNodesChange }
}

/** Takes over which edges are selected; nothing else happens to an edge by this way. A box selects nodes and groups alone. */
export function useEdgeSelection() {
  const session = useEditorSession()
  const store = useStoreApi()
  return useMemo(
    () => (changes: EdgeChange<CanvasEdge>[]) => {
      if (store.getState().userSelectionRect !== null) return
      const { selection, select } = session.document.getState()
      const edges = selected(selection.edges, changes)
      if (edges) select({ edges })
    },
    [store, session.document.getState],
  )
}

function onGrid(session: EditorSession, { id, box }: { id: string; box: Box }) {
  const { flow } = session.document.getState()
  const element = [...flow.nodes, ...groupsOf(flow)].find((candidate) => candidate.id === id)
  const before = rectOf(element ?? { position: { x: 0, y: 0 } })
  const now = { ...before, ...box, ...box.position }
  const { x, y, width, height } = resizedOnGrid(before, now, isGroup(session, id) ? GROUP_MINIMUM : NODE_MINIMUM)
  return { position: { x, y }, width, height }
}

const isGroup = (session: EditorSession, id: string): boolean =>
  groupsOf(session.document.getState().flow).some((group) => group.id === id)

function applyNodeSelection(session: EditorSession, changes: readonly Change[]): void {
  const { selection, select } = session.document.getState()
  const ids = selected([...selection.nodes, ...selection.groups], changes)
  if (ids)
    select({ nodes: ids.filter((id) => !isGroup(session, id)), groups: ids.filter((id) => isGroup(session, id)) })
}

/** The ids that are selected after the changes, or null where they are the same. */
function selected(before: readonly string[], changes: readonly (NodeChange | EdgeChange)[]): string[] | null {
  const ids = new Set(before)
  for (const change of changes) {
    if (change.type !== 'select') continue
    if (change.selected) ids.add(change.id)
    else ids.delete(change.id)
  }
  const isSame = ids.size === before.length && before.every((id) => ids.has(id))
  return isSame ? null : [...ids]
}
