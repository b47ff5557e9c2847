import { shiftDirectly } from './shift-directly.ts'

/** Each is a layer of its own, which costs more than it saves where there are many. */
const MOST_LIFTED = 10

/**
 * Lifts what is dragged over everything that lies still, so that a step shifts layers and the browser works out no layers anew. Groups stay:
 * over the nodes they would hide them. Returns how to put it down.
 */
export function lift(elements: readonly HTMLElement[]): () => void {
  if (elements.length > MOST_LIFTED || elements.some((element) => !element.matches('.react-flow__node-card')))
    return () => {}
  for (const element of elements) element.dataset.lifted = ''
  const stopShifting = shiftDirectly(elements)
  return () => {
    stopShifting()
    for (const element of elements) delete element.dataset.lifted
  }
}
