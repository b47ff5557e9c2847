import type { EditorSession } from '../../session/editor-session.ts'
import { announce } from '../../state/announcement.ts'
import { createCanvasPress } from './canvas-press.ts'

function createGesture(session: EditorSession) {
  const gesture = {
    /** Takes back what the gesture shows; null before there is one. */
    undoPreview: null as (() => void) | null,
    isCancelled: false,
  }
  // Only the next press ends it: what the canvas library still tells of an abandoned one comes after letting go.
  session.onDispose(
    session.stateOf(createCanvasPress).subscribe(({ pressed }, before) => {
      if (!pressed || before.pressed) return
      gesture.undoPreview = null
      gesture.isCancelled = false
    }),
  )
  return gesture
}

/** To be called when the pointer begins to drag or resize something, or to draw a connection. */
export function beginGesture(session: EditorSession, undo: () => void): void {
  const gesture = session.stateOf(createGesture)
  if (!gesture.isCancelled) gesture.undoPreview = undo
}

/** Whether the pointer has something under way, or has not let go of what was abandoned. */
export const isGestureActive = (session: EditorSession): boolean =>
  session.stateOf(createGesture).undoPreview !== null && session.stateOf(createCanvasPress).getState().pressed

/** Whether nothing must come of it any more. */
export const isGestureCancelled = (session: EditorSession): boolean => session.stateOf(createGesture).isCancelled

/** Gives up what the pointer has under way: all is shown as it was, and letting go changes nothing. */
export function cancelGesture(session: EditorSession): void {
  const gesture = session.stateOf(createGesture)
  if (gesture.isCancelled) return
  gesture.isCancelled = true
  gesture.undoPreview?.()
  announce(session, 'Given up')
}
