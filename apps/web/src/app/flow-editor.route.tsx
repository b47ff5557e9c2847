import { useEffect } from 'react'
import { FlowEditorPage } from '../features/editor/flow-editor.page.tsx'
import { BoardBoundary } from '../features/editor/rescue/board-boundary.tsx'
import { PropertiesPanel } from '../features/properties/properties-panel.tsx'
import { DotsLayer } from '../features/simulation/dots/dots-layer.tsx'
import { SimulationPanel } from '../features/simulation/simulation-panel.tsx'
import { autosave } from '../stores/autosave/autosave.ts'
import { useSession } from '../stores/session.ts'
import { keepOneSheet } from './one-sheet.ts'

/** The editor with the panels of the other features in their places. */
export function FlowEditorRoute() {
  const token = useSession((session) => session.token)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new session may be another user's
  useEffect(autosave.start, [token])
  useEffect(keepOneSheet, [])
  return (
    <BoardBoundary>
      <FlowEditorPage properties={<PropertiesPanel />} simulation={<SimulationPanel />} overlay={<DotsLayer />} />
    </BoardBoundary>
  )
}
