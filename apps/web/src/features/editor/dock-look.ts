import type { DockTab } from './state/dock.ts'
import type { PanelLook } from './ui/panel.ts'

/** `stack`: both panels, one above the other; `tabs`: one of them at a time; `sheets`: each over the lower part of a small screen. */
export type DockLayout = 'stack' | 'tabs' | 'sheets'

interface DockInput {
  readonly layout: DockLayout
  /** Whether anything with properties is selected. */
  readonly isSelected: boolean
  readonly isPropertiesOpen: boolean
  readonly isSimulationOpen: boolean
  readonly tab: DockTab
}

interface DockLook {
  /** Null where the panel is not shown at all. */
  readonly properties: PanelLook | null
  readonly simulation: PanelLook
  /** Whether the tabs are shown. */
  readonly hasTabs: boolean
}

/** How each panel of the dock is shown. The commands of the run are part of each look of the Simulation Panel. */
export function dockLook({ layout, isSelected, isPropertiesOpen, isSimulationOpen, tab }: DockInput): DockLook {
  if (layout === 'sheets')
    return {
      properties: isSelected && isPropertiesOpen ? 'panel' : null,
      simulation: isSimulationOpen ? 'panel' : 'bar',
      hasTabs: false,
    }
  const isTabbed = layout === 'tabs' && isSelected
  const isEitherOpen = isPropertiesOpen || isSimulationOpen
  const shown = tab === 'properties' ? isPropertiesOpen : !isSimulationOpen
  const properties = isSelected && (isTabbed ? shown && isPropertiesOpen : isPropertiesOpen)
  const simulation = isSimulationOpen && !(isTabbed && properties)
  const folded = properties || simulation ? 'bar' : 'rail'
  const foldedProperties = isTabbed && isEitherOpen ? null : folded
  return {
    properties: properties ? 'panel' : isSelected ? foldedProperties : null,
    simulation: simulation ? 'panel' : folded,
    hasTabs: isTabbed && isEitherOpen,
  }
}
