import { useDiagram } from '../../../../stores/diagram.ts'
import { focusEdge, focusedNode, focusNode } from '../../ui/focus.ts'
import type { ViewportControl } from '../viewport/use-viewport-control.ts'

/** Goes from a card through its connections, those that come in and those that go out, and back to the card. */
export function createEdgeWalk(view: ViewportControl) {
  let start: string | undefined

  /** The card that the walk is about, and its connection that comes next. */
  function ahead() {
    const { flow, selection } = useDiagram.getState()
    const current = flow.edges.find(({ id }) => id === selection.edges[0])
    const goesOn = current !== undefined && (current.source === start || current.target === start)
    const card = goesOn ? start : (current?.source ?? focusedNode() ?? selection.nodes[0])
    const lines = flow.edges.filter(({ source, target }) => source === card || target === card)
    return { card, next: lines[(lines.findIndex(({ id }) => id === current?.id) + 1) % lines.length] }
  }

  /** On to the next connection of the card that the walk began at. */
  function step(): void {
    const { card, next } = ahead()
    if (!next) return
    start = card
    useDiagram.getState().select({ edges: [next.id] })
    view.reveal(next.source === start ? next.target : next.source)
    focusEdge(next.id)
  }

  /** Lets go of what is selected, and goes back from a connection to its card. */
  function leave(): void {
    const { flow, selection, select } = useDiagram.getState()
    const current = flow.edges.find(({ id }) => id === selection.edges[0])
    select({})
    if (current) focusNode(current.target === start ? current.target : current.source)
  }

  return { canStep: () => ahead().next !== undefined, step, leave }
}
