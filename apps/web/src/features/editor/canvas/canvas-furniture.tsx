import { groupsOf } from '@plimsoll/flow'
import { Controls, MiniMap, type Node } from '@xyflow/react'
import { kindLooks } from '../../../shared/ui/kind-looks.ts'
import { useDiagram } from '../../../stores/diagram.ts'
import { FIT_VIEW } from '../editor.config.ts'
import classes from './canvas-furniture.module.css'
import { EmptyBoard } from './empty-board.tsx'
import type { BoardNode } from './graph.ts'
import { Legend } from './legend.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { ToolBar } from './tool-bar.tsx'

const OVERVIEW = { width: 168, height: 112 }

function hueOf(node: Node): string {
  const { type, data } = node as BoardNode
  return type === 'frame' ? 'var(--line)' : `var(--kind-${kindLooks[data.node.type].hue})`
}

interface CanvasFurnitureProps {
  readonly isConnecting: boolean
  readonly onConnect: (from: string) => void
}

/** What stands still over the board while it is panned: legend, controls, overview, and what can be done with the selection. */
export function CanvasFurniture({ isConnecting, onConnect }: CanvasFurnitureProps) {
  const isEmpty = useDiagram(({ flow }) => flow.nodes.length + groupsOf(flow).length === 0)
  return (
    <>
      <Legend />
      <ToolBar />
      <Controls
        position="bottom-left"
        showInteractive={false}
        fitViewOptions={FIT_VIEW}
        className={classes.controls ?? ''}
      />
      {!isEmpty && (
        <MiniMap
          position="bottom-right"
          pannable
          zoomable
          style={OVERVIEW}
          nodeColor={hueOf}
          nodeBorderRadius={12}
          offsetScale={3}
          className={classes.overview ?? ''}
        />
      )}
      {isEmpty && <EmptyBoard />}
      {!isEmpty && !isConnecting && <SelectionBar onConnect={onConnect} />}
    </>
  )
}
