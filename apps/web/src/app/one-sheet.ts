import { createSimulationPanel } from '../features/editor/panels/simulation/panel-state.ts'
import type { EditorSession } from '../features/editor/session/editor-session.ts'

/** Where the panels are sheets over the lower part of the screen. */
const small = matchMedia('(max-width: 48rem)')

/** On a small screen a sheet that opens closes the others, and a board that is loaded closes that of the palette. Gives back how to end it. */
export function keepOneSheet(session: EditorSession): () => void {
  const { document, flowPanel, propertiesSheet } = session
  const simulationPanel = session.stateOf(createSimulationPanel)
  const close = {
    flow: () => flowPanel.setState({ open: false }),
    properties: () => propertiesSheet.setState({ open: false }),
    simulation: () => simulationPanel.setState({ open: false }),
  }
  const closeBut = (kept: keyof typeof close) => (now: { open: boolean }, before: { open: boolean }) => {
    if (!small.matches || !now.open || before.open) return
    for (const [sheet, closeIt] of Object.entries(close)) if (sheet !== kept) closeIt()
  }
  const ends = [
    flowPanel.subscribe(closeBut('flow')),
    propertiesSheet.subscribe(closeBut('properties')),
    simulationPanel.subscribe(closeBut('simulation')),
    document.subscribe(({ opened, saved }, before) => {
      if (small.matches && opened !== before.opened && saved !== null) close.flow()
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}
