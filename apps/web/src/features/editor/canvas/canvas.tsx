import { ReactFlow, useKeyPress } from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { type DragEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useDiagram } from '../../../stores/diagram.ts'
import { homesOf } from '../arrange/membership.ts'
import { Card } from '../cards/card.tsx'
import { useClipboardKeys } from '../clipboard/use-clipboard-keys.ts'
import { provideCommands } from '../commands/command-list.ts'
import { useCommandKeys } from '../commands/use-command-keys.ts'
import { ConnectPicker } from '../connect/connect-picker.tsx'
import { connectFrom, useConnecting } from '../connect/connecting.ts'
import { AUTO_PAN_SPEED, CONNECTION_RADIUS, CROWDED_FROM_LINES, RECONNECT_RADIUS, ZOOM } from '../editor.config.ts'
import { Frame } from '../groups/frame.tsx'
import { createFrames } from '../groups/frame-nodes.ts'
import { GroupDescriptions } from '../groups/group-descriptions.tsx'
import { Guides } from '../guides/guides.tsx'
import { Line } from '../lines/line.tsx'
import { useContextMenu } from '../menu/use-context-menu.ts'
import { Overlays } from '../overlays.tsx'
import classes from './canvas.module.css'
import { CanvasFurniture } from './canvas-furniture.tsx'
import { holdCanvas } from './canvas-held.ts'
import { KEYBOARD_HELP } from './canvas-help.ts'
import { CarriedLines } from './carried-lines.tsx'
import { useDraggedConnections } from './dragged-connection.ts'
import { entryOf, holdsEntry } from './dragged-entry.ts'
import { type BoardNode, createGraph, type LineEdge } from './graph.ts'
import { Grid } from './grid.tsx'
import { useLineChanges, useNodeChanges } from './pointer-changes.ts'
import { type Adding, useAdd } from './use-add.ts'
import { useFarAway } from './use-far-away.ts'
import { useKeepInView } from './use-keep-in-view.ts'
import { useMovingView, VIEWPORT } from './use-moving-view.ts'
import { useNearView } from './use-near-view.ts'
import { usePaused } from './use-paused.ts'
import { useShiftPress } from './use-shift-press.ts'
import { useShowBoard } from './use-show-board.ts'
import { useView } from './use-view.ts'

const NODE_TYPES = { card: Card, frame: Frame }
const EDGE_TYPES = { line: Line }

/** With one of them held, a press adds to what is selected. */
const ADDING_KEYS = ['Control', 'Meta', 'Shift']

interface CanvasProps {
  /** What is drawn over the graph: the request dots. */
  readonly overlay?: ReactNode
  /** Puts the focus on the properties of what is selected. */
  readonly goToProperties: () => void
}

/** The board: cards and lines of the diagram, and every way to change them by pointer and by key. */
export function Canvas({ overlay, goToProperties }: CanvasProps) {
  const region = useRef<HTMLElement>(null)
  const view = useView()
  const [graph] = useState(createGraph)
  const [framesOf] = useState(createFrames)
  const { moving, onNodesChange } = useNodeChanges(view, region)
  const onEdgesChange = useLineChanges()
  const { flow, selection } = useDiagram(useShallow(({ flow, selection }) => ({ flow, selection })))
  const homes = useMemo(() => homesOf(flow), [flow])
  const cards = useMemo(() => graph.cardsOf(flow, selection, moving, homes), [graph, flow, selection, moving, homes])
  const frames = useMemo(() => framesOf(flow, selection, moving), [framesOf, flow, selection, moving])
  const lines = useMemo(() => graph.linesOf(flow, selection), [graph, flow, selection])
  const { showBoard, isShown } = useShowBoard(view)
  const near = useNearView({ cards, lines, isShown })
  const nodes = useMemo(() => (frames.length === 0 ? near.cards : [...frames, ...near.cards]), [frames, near.cards])
  const connecting = useConnecting(({ from }) => from)

  const add = useAdd()
  useEffect(() => provideCommands({ region, view, add, goToProperties }), [view, add, goToProperties])
  useCommandKeys(region)
  useClipboardKeys(region, view)
  useFarAway(region)
  usePaused(region)
  useKeepInView(view)
  const onMove = useMovingView(region)
  const { onPress, onSelectionEnd } = useShiftPress()
  const isPanning = useKeyPress('Space')

  return (
    <section
      ref={region}
      className={classes.region}
      aria-label="Canvas"
      tabIndex={-1}
      onPointerDownCapture={(event) => {
        holdCanvas()
        onPress(event)
      }}
      {...useContextMenu()}
      data-crowded={flow.edges.length > CROWDED_FROM_LINES || undefined}
      {...useDrop(add)}
    >
      <ReactFlow<BoardNode, LineEdge>
        nodes={nodes}
        edges={near.lines}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        onNodesChange={onNodesChange}
        onEdgesChange={onEdgesChange}
        {...useDraggedConnections(view)}
        reconnectRadius={RECONNECT_RADIUS}
        onInit={showBoard}
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
        {overlay}
        <CarriedLines />
        <Guides />
        <CanvasFurniture isConnecting={connecting !== null} onConnect={connectFrom} />
      </ReactFlow>
      <GroupDescriptions />
      <Overlays />
      {connecting !== null && <ConnectPicker from={connecting} onClose={() => connectFrom(null)} />}
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
