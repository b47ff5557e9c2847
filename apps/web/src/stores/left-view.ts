import { createStore } from 'zustand/vanilla'

/** How the view of a board was left: its point (0, 0) was drawn at (x, y), `zoom` times as large. Pixels of the screen. */
export interface LeftView {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

/** The last viewport of the document that is or was `opened`. It is nothing that could be undone or saved to the library. */
export interface LeftViews {
  /** Null where that document has not been shown yet. */
  get(opened: number): LeftView | null
  set(opened: number, view: LeftView): void
  subscribe(listener: (opened: number, view: LeftView) => void): () => void
}

export function createLeftViews(): LeftViews {
  const store = createStore<{ readonly opened: number; readonly view: LeftView } | null>()(() => null)
  return {
    get: (opened) => {
      const left = store.getState()
      return left?.opened === opened ? left.view : null
    },
    set: (opened, { x, y, zoom }) => store.setState({ opened, view: { x, y, zoom } }),
    subscribe: (listener) => store.subscribe((left) => left && listener(left.opened, left.view)),
  }
}
