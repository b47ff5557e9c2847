import { ReactFlowProvider } from '@xyflow/react'
import { useCallback } from 'react'
import { useLocation } from 'react-router'
import { readFlowPath } from '../../shared/config/paths.ts'
import skipLink from '../../shared/ui/skip-link.module.css'
import { headingOf } from '../../stores/board.ts'
import { Canvas } from './canvas/canvas.tsx'
import { Dock } from './dock.tsx'
import classes from './flow-editor.module.css'
import { OpenedPanels } from './opened-panels.tsx'
import { OpenedSlideShow } from './opened-slide-show.tsx'
import { PANELS } from './panels/registry.ts'
import { CanvasBoundary } from './panels/safe-mode/canvas-boundary.tsx'
import { useDocument, useEditorSession } from './session/use-editor-session.ts'
import { LeftPanels, useOneOpenOnSmallScreen } from './side-panels.tsx'
import { showProperties } from './state/dock.ts'
import { Announcer } from './ui/announcer.tsx'
import { focusProperties } from './ui/focus.ts'
import { useLive } from './use-live.ts'
import { Views } from './views.tsx'

/** The canvas with the panels around it. */
export function FlowEditorPage() {
  const session = useEditorSession()
  useOneOpenOnSmallScreen()
  useLive()
  const goToProperties = useCallback(() => {
    showProperties(session)
    focusProperties()
  }, [session])

  return (
    <ReactFlowProvider>
      <Title />
      <h1 className="visually-hidden">Flow Editor</h1>
      <div className={classes.page}>
        <a href="#views" className={skipLink.root}>
          Skip the panels
        </a>
        <LeftPanels />
        <Views
          canvas={
            <CanvasBoundary>
              <Canvas controls={<CanvasPanels />} goToProperties={goToProperties}>
                <OpenedPanels place="overlay" />
              </Canvas>
            </CanvasBoundary>
          }
        />
        <Dock />
      </div>
      <OpenedPanels place="dialog" />
      <OpenedSlideShow />
      <Announcer />
    </ReactFlowProvider>
  )
}

function CanvasPanels() {
  return PANELS.map((panel) => panel.place === 'canvas' && <panel.component key={panel.id} />)
}

/** Two flows in two tabs are told apart by their names. */
function Title() {
  const isFlow = readFlowPath(useLocation().pathname) !== null
  const name = useDocument((document) => headingOf(document).name)
  return <title>{`${isFlow ? name : 'Flow Editor'} · Plimsoll`}</title>
}
