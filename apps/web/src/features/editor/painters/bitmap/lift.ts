import { shiftDirectly } from './shift-directly.ts'

/** Each is a layer of its own, which costs more than it saves where there are many. */
const MOST_LIFTED = 10

const ABOVE_NODES = '5'

/**
 * Lifts what is dragged, with its edges, over everything that lies still, so that a step shifts layers and the browser works out no layers
 * anew. Groups stay: over the nodes they would hide them. Returns how to put it down; null where it stays.
 */
export function lift(region: HTMLElement, elements: readonly HTMLElement[]): (() => void) | null {
  if (elements.length > MOST_LIFTED || elements.some((element) => !element.matches('.react-flow__node-card')))
    return null
  const before = elements.map(({ style }) => style.zIndex)
  for (const { style } of elements) style.zIndex = ABOVE_NODES
  region.dataset.lifted = ''
  const stopShifting = shiftDirectly(elements)
  return () => {
    stopShifting()
    delete region.dataset.lifted
    for (const [index, { style }] of elements.entries()) style.zIndex = before[index] ?? ''
  }
}
