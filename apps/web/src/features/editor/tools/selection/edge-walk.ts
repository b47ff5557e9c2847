import type { EditorSession } from '../../session/editor-session.ts'
import { focusEdge, focusedNode, focusNode } from '../../ui/focus.ts'
import type { ViewportControl } from '../viewport/use-viewport-control.ts'

/** Goes from a node through its connections, those that come in and those that go out, and back to the node. */
export function createEdgeWalk(session: EditorSession, viewport: ViewportControl) {
  let start: string | undefined

  /** The node that the walk is about, and its connection that comes next. */
  function ahead() {
    const { flow, selection } = session.document.getState()
    const current = flow.edges.find(({ id }) => id === selection.edges[0])
    const goesOn = current !== undefined && (current.source === start || current.target === start)
    const node = goesOn ? start : (current?.source ?? focusedNode() ?? selection.nodes[0])
    const edges = flow.edges.filter(({ source, target }) => source === node || target === node)
    return { node, next: edges[(edges.findIndex(({ id }) => id === current?.id) + 1) % edges.length] }
  }

  /** On to the next connection of the node that the walk began at. */
  function step(): void {
    const { node, next } = ahead()
    if (!next) return
    start = node
    session.document.getState().select({ edges: [next.id] })
    viewport.reveal(next.source === start ? next.target : next.source)
    focusEdge(next.id)
  }

  /** Deselects, and goes back from a connection to its node. */
  function leave(): void {
    const { flow, selection, select } = session.document.getState()
    const current = flow.edges.find(({ id }) => id === selection.edges[0])
    select({})
    if (current) focusNode(current.target === start ? current.target : current.source)
  }

  return { canStep: () => ahead().next !== undefined, step, leave }
}
