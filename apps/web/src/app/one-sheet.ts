import { useSimulationPanel } from '../features/editor/panels/simulation/panel-state.ts'
import { useFlowPanel, usePropertiesSheet } from '../features/editor/state/open-panels.ts'
import { useDiagram } from '../stores/diagram.ts'

/** Where the panels are sheets over the lower part of the screen. */
const small = matchMedia('(max-width: 48rem)')

const close = {
  flow: () => useFlowPanel.setState({ open: false }),
  properties: () => usePropertiesSheet.setState({ open: false }),
  simulation: () => useSimulationPanel.setState({ open: false }),
}

/** On a small screen a sheet that opens closes the others, and a board that is loaded closes that of the palette. Gives back how to end it. */
export function keepOneSheet(): () => void {
  const closeBut = (kept: keyof typeof close) => (now: { open: boolean }, before: { open: boolean }) => {
    if (!small.matches || !now.open || before.open) return
    for (const [sheet, closeIt] of Object.entries(close)) if (sheet !== kept) closeIt()
  }
  const ends = [
    useFlowPanel.subscribe(closeBut('flow')),
    usePropertiesSheet.subscribe(closeBut('properties')),
    useSimulationPanel.subscribe(closeBut('simulation')),
    useDiagram.subscribe(({ opened, saved }, before) => {
      if (small.matches && opened !== before.opened && saved !== null) close.flow()
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}
