import { ReactFlowProvider } from '@xyflow/react'
import { useCallback } from 'react'
import { Canvas } from './canvas/canvas.tsx'
import { Dock } from './dock.tsx'
import classes from './flow-editor.module.css'
import { OpenedPanels } from './opened-panels.tsx'
import { PANELS } from './panels/registry.ts'
import { CanvasBoundary } from './panels/safe-mode/canvas-boundary.tsx'
import { useEditorSession } from './session/use-editor-session.ts'
import { LeftPanels, useOneOpenOnSmallScreen } from './side-panels.tsx'
import { showProperties } from './state/dock.ts'
import { Announcer } from './ui/announcer.tsx'
import { focusProperties } from './ui/focus.ts'

/** The canvas with the panels around it. */
export function FlowEditorPage() {
  const session = useEditorSession()
  useOneOpenOnSmallScreen()
  const goToProperties = useCallback(() => {
    showProperties(session)
    focusProperties()
  }, [session])

  return (
    <ReactFlowProvider>
      <title>Flow Editor · Plimsoll</title>
      <h1 className="visually-hidden">Flow Editor</h1>
      <div className={classes.page}>
        <LeftPanels />
        <div className={classes.canvas}>
          <CanvasBoundary>
            <Canvas controls={<CanvasPanels />} goToProperties={goToProperties}>
              <OpenedPanels place="overlay" />
            </Canvas>
          </CanvasBoundary>
        </div>
        <Dock />
      </div>
      <OpenedPanels place="dialog" />
      <Announcer />
    </ReactFlowProvider>
  )
}

function CanvasPanels() {
  return PANELS.map((panel) => panel.place === 'canvas' && <panel.component key={panel.id} />)
}
