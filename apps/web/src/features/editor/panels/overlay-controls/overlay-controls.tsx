import { ControlButton, Controls } from '@xyflow/react'
import { Maximize } from 'lucide-react'
import { isBoardEmpty } from '../../../../stores/board.ts'
import { useDiagram } from '../../../../stores/diagram.ts'
import { connectFrom, useConnecting } from '../../state/connect-picker.ts'
import { runCommand } from '../../tools/commands/command-list.ts'
import { EmptyCanvas } from './empty-canvas.tsx'
import { Legend } from './legend.tsx'
import classes from './overlay-controls.module.css'
import { Overview } from './overview.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { ToolBar } from './tool-bar.tsx'

const FIT_VIEW = 'Fit view'

/** Buttons and legends over the canvas: legend, controls, overview, and what can be done with the selection. */
export function OverlayControls() {
  const isConnecting = useConnecting(({ from }) => from !== null)
  const isEmpty = useDiagram(({ flow }) => isBoardEmpty(flow))
  return (
    <>
      <Legend />
      <ToolBar />
      <Controls position="bottom-left" showInteractive={false} showFitView={false} className={classes.controls ?? ''}>
        <ControlButton onClick={() => runCommand('fit-view')} title={FIT_VIEW} aria-label={FIT_VIEW}>
          <Maximize className={classes.icon} aria-hidden="true" />
        </ControlButton>
      </Controls>
      {!isEmpty && <Overview />}
      {isEmpty && <EmptyCanvas />}
      {!isEmpty && !isConnecting && <SelectionBar onConnect={connectFrom} />}
    </>
  )
}
