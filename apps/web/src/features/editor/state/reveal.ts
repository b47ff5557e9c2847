type RevealListener = (id: string) => void

export const createRevealListeners = () => new Set<RevealListener>()

interface WithReveal {
  readonly revealListeners: Set<RevealListener>
}

/** Asks for a part of the diagram to be brought into view, where there is a canvas. */
export function reveal({ revealListeners }: WithReveal, id: string): void {
  for (const listener of revealListeners) listener(id)
}

/** Calls back when a part is to be brought into view. */
export function onReveal({ revealListeners }: WithReveal, listener: RevealListener): () => void {
  revealListeners.add(listener)
  return () => revealListeners.delete(listener)
}
