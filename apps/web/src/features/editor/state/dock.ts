import type { createPropertiesPanel } from './properties-panel.ts'
import { createStored, type PanelEnvironment } from './stored-panel.ts'

export type DockTab = 'properties' | 'simulation'

interface DockState {
  /** In pixels; null until someone has changed it. */
  readonly width: number | null
  /** The part of the dock's height that Properties takes while both panels are open, from 0 to 1. */
  readonly share: number
  /** Which panel is shown where there is room for one only. */
  readonly tab: DockTab
  readonly isPropertiesFolded: boolean
}

export const DEFAULT_SHARE = 0.5

/** How the panels share the dock. On a small screen there is none, and the panels are sheets. */
export const createDock = (environment: PanelEnvironment) =>
  createStored<DockState>(environment, 'dock', {
    width: null,
    share: DEFAULT_SHARE,
    tab: 'properties',
    isPropertiesFolded: false,
  })

interface WithProperties {
  readonly dock: ReturnType<typeof createDock>
  readonly propertiesPanel: ReturnType<typeof createPropertiesPanel>
}

/** Shows the properties of what is selected, wherever they are folded away. */
export function showProperties({ dock, propertiesPanel }: WithProperties): void {
  propertiesPanel.setState({ open: true })
  dock.setState({ tab: 'properties', isPropertiesFolded: false })
}
