import type { Flow } from '@plimsoll/flow'

/** Whether two flows are the same to the engine. Where the cards lie does not matter to it, so dragging one costs nothing. */
export function isSameSystem(a: Flow, b: Flow): boolean {
  return (
    a === b ||
    (isSameList(a.nodes, b.nodes, (one, other) => one.id === other.id && one.data === other.data) &&
      isSameList(a.edges, b.edges, (one, other) => one === other))
  )
}

/** Whether anything of a diagram is still there; nothing is when it was cleared, or another one was opened. */
export function isSuccessor(flow: Flow, earlier: Flow): boolean {
  const before = new Set(earlier.nodes.map(({ id }) => id))
  return before.size === 0 || flow.nodes.some(({ id }) => before.has(id))
}

function isSameList<T>(a: readonly T[], b: readonly T[], isSame: (one: T, other: T) => boolean): boolean {
  if (a === b) return true
  return a.length === b.length && a.every((one, index) => isSame(one, b[index] as T))
}
