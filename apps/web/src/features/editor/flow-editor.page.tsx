import { ReactFlowProvider } from '@xyflow/react'
import { type ComponentType, type ReactNode, useCallback, useEffect, useRef } from 'react'
import { Canvas } from './canvas/canvas.tsx'
import classes from './flow-editor.module.css'
import { EarlierDialog } from './panels/dialogs/earlier-dialog.tsx'
import { LoadDialog } from './panels/dialogs/load-dialog.tsx'
import { SaveDialog } from './panels/dialogs/save-dialog.tsx'
import { FlowPanel } from './panels/flow-panel/flow-panel.tsx'
import { CanvasBoundary } from './panels/safe-mode/canvas-boundary.tsx'
import { BoardBoundary } from './panels/safe-mode/editor-boundary.tsx'
import { PropertiesPlace } from './properties-region.tsx'
import { closeDialog, type EditorDialog, useDialogs } from './state/dialogs.ts'
import { useFlowPanel, usePropertiesSheet } from './state/open-panels.ts'
import { Announcer } from './ui/announcer.tsx'

interface FlowEditorPageProps {
  /** The properties of what is selected. */
  readonly properties: ReactNode
  readonly simulation: ReactNode
  /** What is drawn over the graph. */
  readonly overlay: ReactNode
}

/** The board with the panels around it. Properties and simulation are put in by whoever mounts the page. */
export function FlowEditorPage({ properties, simulation, overlay }: FlowEditorPageProps) {
  const page = useRef<HTMLDivElement>(null)
  const isFlowPanelOpen = useFlowPanel(({ open }) => open)

  const focusSoon = useCallback((selector: string) => {
    requestAnimationFrame(() => page.current?.querySelector<HTMLElement>(selector)?.focus())
  }, [])
  const goToProperties = useCallback(() => {
    usePropertiesSheet.setState({ open: true })
    focusSoon(`.${classes.properties} :is(input, select, textarea)`)
  }, [focusSoon])

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
            <Canvas overlay={overlay} goToProperties={goToProperties} />
          </CanvasBoundary>
        </div>
        <PropertiesPlace>
          <BoardBoundary>{properties}</BoardBoundary>
        </PropertiesPlace>
        <div className={classes.simulation}>
          <BoardBoundary>{simulation}</BoardBoundary>
        </div>
      </div>
      <Dialogs />
      <Announcer />
    </ReactFlowProvider>
  )
}

const DIALOGS = { save: SaveDialog, load: LoadDialog, earlier: EarlierDialog } as const satisfies Record<
  EditorDialog,
  ComponentType<{ onClose: () => void }>
>

function Dialogs() {
  const { open } = useDialogs()
  useEffect(() => closeDialog, [])
  if (open === null) return null
  const OpenDialog = DIALOGS[open]
  return <OpenDialog onClose={closeDialog} />
}
