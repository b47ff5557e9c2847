import { FlowEditorPage } from '../features/editor/flow-editor.page.tsx'
import { PropertiesPanel } from '../features/properties/properties-panel.tsx'
import { DotsLayer } from '../features/simulation/dots/dots-layer.tsx'
import { SimulationPanel } from '../features/simulation/simulation-panel.tsx'

/** The editor with the panels of the other features in their places. */
export function FlowEditorRoute() {
  return <FlowEditorPage properties={<PropertiesPanel />} simulation={<SimulationPanel />} overlay={<DotsLayer />} />
}
