type RevealListener = (id: string) => void

const listeners = new Set<RevealListener>()

/** Asks for a part of the diagram to be brought into view, where there is a canvas. */
export function reveal(id: string): void {
  for (const listener of listeners) listener(id)
}

/** Calls back when a part is to be brought into view. */
export function onReveal(listener: RevealListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
