import { announce } from '../../state/announcement.ts'
import { useCanvasPress } from './canvas-press.ts'

/** Takes back what the gesture shows; null before there is one. */
let undoPreview: (() => void) | null = null
let isCancelled = false

// Only the next press ends it: what the canvas library still tells of an abandoned one comes after letting go.
useCanvasPress.subscribe(({ pressed }, before) => {
  if (!pressed || before.pressed) return
  undoPreview = null
  isCancelled = false
})

/** To be called when the pointer begins to drag or resize something, or to draw a connection. */
export function beginGesture(undo: () => void): void {
  if (!isCancelled) undoPreview = undo
}

/** Whether the pointer has something under way, or has not let go of what was abandoned. */
export const isGestureActive = (): boolean => undoPreview !== null && useCanvasPress.getState().pressed

/** Whether nothing must come of it any more. */
export const isGestureCancelled = (): boolean => isCancelled

/** Gives up what the pointer has under way: all is shown as it was, and letting go changes nothing. */
export function cancelGesture(): void {
  if (isCancelled) return
  isCancelled = true
  undoPreview?.()
  announce('Given up')
}
