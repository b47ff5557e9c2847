import type { Position } from '@plimsoll/flow'
import { createStore } from 'zustand/vanilla'
import type { EditorSession } from '../../session/editor-session.ts'
import { openOverlay } from '../../state/overlay.ts'
import { elementAt } from '../gestures/element-at.ts'

/** What a menu can be about: something on the canvas, or the way out of it. */
export type Subject = 'node' | 'edge' | 'group' | 'canvas' | 'export'

/** Between a button and its menu. */
const GAP = 4

interface MenuState {
  /** Where on the screen it was asked for. */
  readonly at: Position
  readonly subject: Subject
  /** Whether `at` is where a pointer was: what is added or pasted goes there. */
  readonly isPointed: boolean
}

export const createMenu = () =>
  createStore<MenuState>()(() => ({ at: { x: 0, y: 0 }, subject: 'canvas', isPointed: false }))

/** Opens the menu of what lies at a point of the screen, and selects it if it is not among what is selected. */
export function openMenuAt(session: EditorSession, target: Element, at: Position): void {
  session.stateOf(createMenu).setState({ at, subject: choose(session, target), isPointed: true })
  openOverlay(session, 'menu')
}

/** Opens the menu of what has the focus, beside it; of the canvas where nothing has. */
export function openMenuAtFocus(session: EditorSession, region: HTMLElement | null): void {
  const { activeElement } = document
  const focused = activeElement && activeElement !== document.body ? activeElement : region
  if (!focused) return
  const subject = choose(session, focused)
  const box = focused.getBoundingClientRect()
  const at =
    subject === 'canvas'
      ? { x: box.x + box.width / 2, y: box.y + box.height / 3 }
      : { x: box.x + Math.min(24, box.width / 2), y: box.y + Math.min(24, box.height / 2) }
  session.stateOf(createMenu).setState({ at, subject, isPointed: false })
  openOverlay(session, 'menu')
}

/** Opens a menu under its button. */
export function openMenuUnder(session: EditorSession, button: Element, subject: Subject): void {
  const { left, bottom } = button.getBoundingClientRect()
  session.stateOf(createMenu).setState({ at: { x: left, y: bottom + GAP }, subject, isPointed: false })
  openOverlay(session, 'menu')
}

function choose(session: EditorSession, target: Element): Subject {
  const { selection, select } = session.document.getState()
  const element = elementAt(session, target)
  if (!element) return 'canvas'
  if (!selection[element.list].includes(element.id)) select({ [element.list]: [element.id] })
  return element.subject
}
