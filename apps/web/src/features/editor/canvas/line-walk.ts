import { useDiagram } from '../../../stores/diagram.ts'
import { focusCard, focusedCard, focusLine } from './focus.ts'
import type { View } from './use-view.ts'

/** Goes from a card through its connections, those that come in and those that go out, and back to the card. */
export function createLineWalk(view: View) {
  let start: string | undefined

  /** On to the next connection of the card that the walk began at; gives back whether there is one. */
  function step(): boolean {
    const { flow, selection, select } = useDiagram.getState()
    const current = flow.edges.find(({ id }) => id === selection.edges[0])
    const goesOn = current !== undefined && (current.source === start || current.target === start)
    if (!goesOn) start = current?.source ?? focusedCard() ?? selection.nodes[0]
    const lines = flow.edges.filter(({ source, target }) => source === start || target === start)
    const next = lines[(lines.findIndex(({ id }) => id === current?.id) + 1) % lines.length]
    if (!next) return false
    select({ edges: [next.id] })
    view.reveal(next.source === start ? next.target : next.source)
    focusLine(next.id)
    return true
  }

  /** Lets go of what is selected, and goes back from a connection to its card; gives back whether anything was selected. */
  function leave(): boolean {
    const { flow, selection, select } = useDiagram.getState()
    if (selection.nodes.length + selection.edges.length === 0) return false
    const current = flow.edges.find(({ id }) => id === selection.edges[0])
    select({})
    if (current) focusCard(current.target === start ? current.target : current.source)
    return true
  }

  return { step, leave }
}
