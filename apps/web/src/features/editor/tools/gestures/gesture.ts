import { announce } from '../../state/announcement.ts'
import { useCanvasHeld } from './canvas-press.ts'

/** Takes back what the gesture shows; null before there is one. */
let takeBack: (() => void) | null = null
let isAbandoned = false

// Only the next press ends it: what the canvas library still tells of an abandoned one comes after letting go.
useCanvasHeld.subscribe(({ held }, before) => {
  if (!held || before.held) return
  takeBack = null
  isAbandoned = false
})

/** To be called when the pointer begins to drag or resize something, or to draw a connection. */
export function beginGesture(shownBack: () => void): void {
  if (!isAbandoned) takeBack = shownBack
}

/** Whether the pointer has something under way, or has not let go of what was abandoned. */
export const isGestureUnderWay = (): boolean => takeBack !== null && useCanvasHeld.getState().held

/** Whether nothing must come of it any more. */
export const isGestureAbandoned = (): boolean => isAbandoned

/** Gives up what the pointer has under way: all is shown as it was, and letting go changes nothing. */
export function abandonGesture(): void {
  if (isAbandoned) return
  isAbandoned = true
  takeBack?.()
  announce('Given up')
}
