import { create } from 'zustand'

/** How the view of a board was left: its point (0, 0) was drawn at (x, y), `zoom` times as large. Pixels of the screen. */
export interface LeftView {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

interface Left {
  /** Tells boards apart. */
  readonly opened: number
  readonly view: LeftView
}

/** The view as it was last at rest. It is nothing that could be undone or saved to the library. */
export const useLeftView = create<{ readonly left: Left | null }>()(() => ({ left: null }))

/** Notes how the view of a board was left. */
export const noteView = (opened: number, { x, y, zoom }: LeftView): void =>
  useLeftView.setState({ left: { opened, view: { x, y, zoom } } })

/** How the view of this board was left; null where it has not been shown yet. */
export function leftView(opened: number): LeftView | null {
  const { left } = useLeftView.getState()
  return left?.opened === opened ? left.view : null
}
