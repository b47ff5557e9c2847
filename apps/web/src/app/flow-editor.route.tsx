import { useEffect } from 'react'
import { FlowEditorPage } from '../features/editor/flow-editor.page.tsx'
import { DotsLayer } from '../features/editor/painters/dots/dots-layer.tsx'
import { PropertiesPanel } from '../features/editor/panels/properties/properties-panel.tsx'
import { BoardBoundary } from '../features/editor/panels/safe-mode/editor-boundary.tsx'
import { SimulationPanel } from '../features/editor/panels/simulation/simulation-panel.tsx'
import { keepBoards } from '../stores/drafts/keeper.ts'
import { useSession } from '../stores/session.ts'
import { keepOneSheet } from './one-sheet.ts'

/** The editor with the panels of the other features in their places. */
export function FlowEditorRoute() {
  const token = useSession((session) => session.token)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new session may be another user's
  useEffect(keepBoards, [token])
  useEffect(keepOneSheet, [])
  return (
    <BoardBoundary>
      <FlowEditorPage properties={<PropertiesPanel />} simulation={<SimulationPanel />} overlay={<DotsLayer />} />
    </BoardBoundary>
  )
}
