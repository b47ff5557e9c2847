import { ReactFlow, useKeyPress } from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { type DragEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { AUTO_PAN_SPEED, CONNECTION_RADIUS, CROWDED_FROM_EDGES, RECONNECT_RADIUS, ZOOM } from '../core/editor.config.ts'
import { innermostGroups } from '../core/membership.ts'
import { createDirectDragging } from '../painters/bitmap/direct-drag.ts'
import { DraggedEdges } from '../painters/bitmap/dragged-edges.tsx'
import { useCulled } from '../painters/culling/use-culled.ts'
import { DotsLayer } from '../painters/dots/dots-layer.tsx'
import { Edge } from '../painters/edges/edge.tsx'
import { Grid } from '../painters/grid/grid.tsx'
import { Group } from '../painters/groups/group.tsx'
import { GroupDescriptions } from '../painters/groups/group-descriptions.tsx'
import { Guides } from '../painters/guides/guides.tsx'
import { Node } from '../painters/nodes/node.tsx'
import { LatePeersLayer } from '../painters/peers/late-peers-layer.ts'
import { type CanvasEdge, createGraph, type GraphNode } from '../scene/graph.ts'
import { createGroups } from '../scene/groups.ts'
import { useDocument, useEditorSession } from '../session/use-editor-session.ts'
import { entryOf, holdsEntry } from '../tools/add/dragged-entry.ts'
import { type Adding, useAdd } from '../tools/add/use-add.ts'
import { useClipboardKeys } from '../tools/clipboard/use-clipboard-keys.ts'
import { provideCommands } from '../tools/commands/command-list.ts'
import { useCommandKeys } from '../tools/commands/use-command-keys.ts'
import { pressCanvas } from '../tools/gestures/canvas-press.ts'
import { useConnectionGestures } from '../tools/gestures/connection-gestures.ts'
import { useEdgeSelection, useNodeGestures } from '../tools/gestures/node-gestures.ts'
import { useShiftPress } from '../tools/gestures/use-shift-press.ts'
import { useContextMenu } from '../tools/menu/use-context-menu.ts'
import { useFitOnOpen } from '../tools/viewport/use-fit-on-open.ts'
import { useFollow } from '../tools/viewport/use-follow.ts'
import { useKeepSelectionVisible } from '../tools/viewport/use-keep-in-view.ts'
import { useViewportControl } from '../tools/viewport/use-viewport-control.ts'
import { KEYBOARD_HELP } from './aria-labels.ts'
import classes from './canvas.module.css'
import { createExportPicture } from './export-picture.ts'
import { useAnimationRecorder } from './use-animation-recorder.ts'
import { useDragged } from './use-dragged.ts'
import { useFarZoom } from './use-far-zoom.ts'
import { usePaused } from './use-paused.ts'
import { useViewportMoves, VIEWPORT } from './use-viewport-moves.ts'

const NODE_TYPES = { card: Node, frame: Group }
const EDGE_TYPES = { line: Edge }

/** With one of them held, a press adds to what is selected. */
const ADDING_KEYS = ['Control', 'Meta', 'Shift']

interface CanvasProps {
  /** Stand still over the flow while it is panned. */
  readonly controls: ReactNode
  /** Puts the focus on the properties of what is selected. */
  readonly goToProperties: () => void
  /** Lies over the canvas when it is asked for. */
  readonly children: ReactNode
}

/** The flow: nodes and edges of the diagram, and every way to change them by pointer and by key. */
export function Canvas({ controls, goToProperties, children }: CanvasProps) {
  const session = useEditorSession()
  const region = useRef<HTMLElement>(null)
  const viewport = useViewportControl()
  const [graph] = useState(createGraph)
  const [groupNodesOf] = useState(createGroups)
  const beginDirectDrag = useMemo(() => createDirectDragging(session), [session])
  const exportPicture = useMemo(() => createExportPicture(session), [session])
  const { previewed: own, onNodesChange } = useNodeGestures({ viewport, region, beginDirectDrag })
  const onEdgesChange = useEdgeSelection()
  const { flow, selection } = useDocument(useShallow(({ flow, selection }) => ({ flow, selection })))
  const previewed = useDragged(flow, own)
  const innermost = useMemo(() => innermostGroups(flow), [flow])
  const canvasNodes = useMemo(
    () => graph.nodesOf(flow, selection, previewed, innermost),
    [graph, flow, selection, previewed, innermost],
  )
  const groups = useMemo(() => groupNodesOf(flow, selection, previewed), [groupNodesOf, flow, selection, previewed])
  const edges = useMemo(() => graph.edgesOf(flow, selection), [graph, flow, selection])
  const { fitOpened, isShown } = useFitOnOpen(viewport)
  const culled = useCulled({ nodes: canvasNodes, edges, isShown })
  const nodes = useMemo(
    () => (groups.length === 0 ? culled.nodes : [...groups, ...culled.nodes]),
    [groups, culled.nodes],
  )

  const add = useAdd()
  useEffect(
    () => provideCommands({ session, region, viewport, add, exportPicture, goToProperties }),
    [session, viewport, add, exportPicture, goToProperties],
  )
  useCommandKeys(region)
  useClipboardKeys(region, viewport)
  useFarZoom(region)
  useAnimationRecorder()
  usePaused(region)
  useKeepSelectionVisible(viewport)
  useFollow(viewport)
  const onMove = useViewportMoves(region)
  const { onPress, onSelectionEnd } = useShiftPress()
  const isPanning = useKeyPress('Space')

  return (
    <section
      ref={region}
      className={classes.region}
      aria-label="Canvas"
      tabIndex={-1}
      onPointerDownCapture={(event) => {
        pressCanvas(session)
        onPress(event)
      }}
      {...useContextMenu()}
      data-crowded={flow.edges.length > CROWDED_FROM_EDGES || undefined}
      {...useDrop(add)}
    >
      <ReactFlow<GraphNode, CanvasEdge>
        nodes={nodes}
        edges={culled.edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        onNodesChange={onNodesChange}
        onEdgesChange={onEdgesChange}
        {...useConnectionGestures(viewport)}
        reconnectRadius={RECONNECT_RADIUS}
        onInit={fitOpened}
        viewport={VIEWPORT}
        onMove={onMove}
        minZoom={ZOOM.min}
        maxZoom={ZOOM.max}
        autoPanSpeed={AUTO_PAN_SPEED}
        connectionRadius={CONNECTION_RADIUS}
        elevateNodesOnSelect={false}
        deleteKeyCode={null}
        multiSelectionKeyCode={ADDING_KEYS}
        onSelectionEnd={onSelectionEnd}
        nodesDraggable={!isPanning}
        zoomOnDoubleClick={false}
        ariaLabelConfig={KEYBOARD_HELP}
      >
        <Grid />
        <DotsLayer />
        <DraggedEdges />
        <Guides />
        <LatePeersLayer />
        {controls}
      </ReactFlow>
      <GroupDescriptions />
      {children}
    </section>
  )
}

/** Takes what is dragged here from the palette. */
function useDrop(add: Adding) {
  const onDragOver = useCallback((event: DragEvent) => {
    if (!holdsEntry(event)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
  }, [])
  const onDrop = useCallback(
    (event: DragEvent) => {
      const entry = entryOf(event)
      if (!entry) return
      event.preventDefault()
      const at = { x: event.clientX, y: event.clientY }
      if ('component' in entry) add.component(entry.component, at)
      else if ('template' in entry) add.template(entry.template, at)
      else add.group(at)
    },
    [add],
  )
  return { onDragOver, onDrop }
}
