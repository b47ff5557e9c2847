import { ControlButton, Controls } from '@xyflow/react'
import { Maximize } from 'lucide-react'
import { useStore } from 'zustand'
import { isBoardEmpty } from '../../../../stores/board.ts'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import { connectFrom } from '../../state/connect-picker.ts'
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
  const session = useEditorSession()
  const isConnecting = useStore(session.overlay, ({ open }) => open === 'connect')
  const isEmpty = useDocument(({ flow }) => isBoardEmpty(flow))
  return (
    <>
      <Legend />
      <ToolBar />
      <Controls position="bottom-left" showInteractive={false} showFitView={false} className={classes.controls ?? ''}>
        <ControlButton onClick={() => runCommand(session, 'fit-view')} title={FIT_VIEW} aria-label={FIT_VIEW}>
          <Maximize className={classes.icon} aria-hidden="true" />
        </ControlButton>
      </Controls>
      {!isEmpty && <Overview />}
      {isEmpty && <EmptyCanvas />}
      {!isEmpty && !isConnecting && <SelectionBar onConnect={(node) => connectFrom(session, node)} />}
    </>
  )
}
