import { ReactFlowProvider } from '@xyflow/react'
import { useCallback, useRef } from 'react'
import { useStore } from 'zustand'
import { Canvas } from './canvas/canvas.tsx'
import classes from './flow-editor.module.css'
import { latePart, Overlays } from './overlays.tsx'
import { FlowPanel } from './panels/flow-panel/flow-panel.tsx'
import { OverlayControls } from './panels/overlay-controls/overlay-controls.tsx'
import { PropertiesPanel } from './panels/properties/properties-panel.tsx'
import { CanvasBoundary } from './panels/safe-mode/canvas-boundary.tsx'
import { EditorBoundary } from './panels/safe-mode/editor-boundary.tsx'
import { SimulationPanel } from './panels/simulation/simulation-panel.tsx'
import { PropertiesRegion } from './properties-region.tsx'
import { useEditorSession } from './session/use-editor-session.ts'
import { closeDialog, type EditorDialog } from './state/dialogs.ts'
import { Announcer } from './ui/announcer.tsx'

/** The canvas with the panels around it. */
export function FlowEditorPage() {
  const session = useEditorSession()
  const page = useRef<HTMLDivElement>(null)
  const isFlowPanelOpen = useStore(session.flowPanel, ({ open }) => open)

  const focusSoon = useCallback((selector: string) => {
    requestAnimationFrame(() => page.current?.querySelector<HTMLElement>(selector)?.focus())
  }, [])
  const goToProperties = useCallback(() => {
    session.propertiesSheet.setState({ open: true })
    focusSoon(`.${classes.properties} :is(input, select, textarea)`)
  }, [focusSoon, session.propertiesSheet.setState])

  return (
    <ReactFlowProvider>
      <title>Flow Editor · Plimsoll</title>
      <h1 className="visually-hidden">Flow Editor</h1>
      <div ref={page} className={classes.page}>
        <div className={classes.flow} data-open={isFlowPanelOpen || undefined}>
          <FlowPanel />
        </div>
        <div className={classes.canvas}>
          <CanvasBoundary>
            <Canvas controls={<OverlayControls />} goToProperties={goToProperties}>
              <Overlays />
            </Canvas>
          </CanvasBoundary>
        </div>
        <PropertiesRegion>
          <EditorBoundary>
            <PropertiesPanel />
          </EditorBoundary>
        </PropertiesRegion>
        <div className={classes.simulation}>
          <EditorBoundary>
            <SimulationPanel />
          </EditorBoundary>
        </div>
      </div>
      <Dialogs />
      <Announcer />
    </ReactFlowProvider>
  )
}

const DialogPart = latePart<EditorDialog>({
  save: async () => (await import('./panels/dialogs/save-dialog.tsx')).SaveDialog,
  load: async () => (await import('./panels/dialogs/load-dialog.tsx')).LoadDialog,
  earlier: async () => (await import('./panels/dialogs/earlier-dialog.tsx')).EarlierDialog,
})

function Dialogs() {
  const session = useEditorSession()
  const open = useStore(session.dialogs, ({ open }) => open)
  const close = useCallback(() => closeDialog(session), [session])
  return <DialogPart open={open} onClose={close} />
}
