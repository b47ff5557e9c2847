import type { Flow } from '@plimsoll/flow'

/** Whether two flows are the same to the engine. Where the nodes lie does not matter to it, so moving one costs nothing. */
export function isSameSystem(a: Flow, b: Flow): boolean {
  return (
    a === b ||
    (a.simulation === b.simulation &&
      isSameList(a.nodes, b.nodes, (one, other) => one.id === other.id && one.data === other.data) &&
      isSameList(a.edges, b.edges, (one, other) => one === other))
  )
}

function isSameList<T>(a: readonly T[], b: readonly T[], isSame: (one: T, other: T) => boolean): boolean {
  if (a === b) return true
  return a.length === b.length && a.every((one, index) => isSame(one, b[index] as T))
}
