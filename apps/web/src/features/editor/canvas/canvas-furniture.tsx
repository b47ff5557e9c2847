import { Controls } from '@xyflow/react'
import { memo } from 'react'
import { isBoardEmpty } from '../../../stores/board.ts'
import { useDiagram } from '../../../stores/diagram.ts'
import { FIT_VIEW } from '../editor.config.ts'
import classes from './canvas-furniture.module.css'
import { EmptyBoard } from './empty-board.tsx'
import { Legend } from './legend.tsx'
import { Overview } from './overview.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { ToolBar } from './tool-bar.tsx'

interface CanvasFurnitureProps {
  readonly isConnecting: boolean
  readonly onConnect: (from: string) => void
}

/** What stands still over the board while it is panned: legend, controls, overview, and what can be done with the selection. */
export const CanvasFurniture = memo(function CanvasFurniture({ isConnecting, onConnect }: CanvasFurnitureProps) {
  const isEmpty = useDiagram(({ flow }) => isBoardEmpty(flow))
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
      {!isEmpty && <Overview />}
      {isEmpty && <EmptyBoard />}
      {!isEmpty && !isConnecting && <SelectionBar onConnect={onConnect} />}
    </>
  )
})
