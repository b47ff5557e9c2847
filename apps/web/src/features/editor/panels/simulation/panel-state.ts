import type { EditorSession } from '../../session/editor-session.ts'
import { createStoredPanel } from '../../state/stored-panel.ts'

export type SectionTitle = 'Over time' | 'Utilization' | 'Bottlenecks' | 'Error analysis'

/** What is open of the Simulation Panel; a section that nobody folded is. */
export const createSimulationPanel = ({ environment }: EditorSession) =>
  createStoredPanel<Readonly<Partial<Record<SectionTitle, boolean>>>>(environment, 'simulation-panel')
