import { create } from 'zustand'

/** What of the board is seen: its point (0, 0) is drawn at (x, y) of a canvas of this size, `zoom` times as large. Pixels of the screen. */
export interface BoardView {
  readonly x: number
  readonly y: number
  readonly zoom: number
  readonly width: number
  readonly height: number
}

export interface ShownBoard extends BoardView {
  /** Whether its lines are a picture just now, because someone moves the view, or carries cards. */
  readonly isPictured: boolean
  /** When someone last moved it by hand, as `performance.now()` has it. */
  readonly movedAt: number
}

/** The view of the board on screen. Ahead of the canvas library's own while someone moves it. */
export const useBoardView = create<ShownBoard>()(() => ({
  x: 0,
  y: 0,
  zoom: 1,
  width: 0,
  height: 0,
  isPictured: false,
  movedAt: 0,
}))
