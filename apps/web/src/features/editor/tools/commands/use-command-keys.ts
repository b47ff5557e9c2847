import { type RefObject, useEffect } from 'react'
import { ARROW_STEP } from '../../core/editor.config.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'
import { countsOnCanvas, isUnderDialog, TYPED } from '../../ui/key-scope.ts'
import { createTypedAhead } from '../../ui/typed-ahead.ts'
import { moveSelected } from '../edit/edit-flow.ts'
import { cancelGesture, isGestureActive } from '../gestures/gesture.ts'
import { isPressed } from '../keys/shortcut.ts'
import type { Command } from './command.ts'
import { createCommands } from './command-list.ts'

const DIRECTIONS: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

const GIVE_UP = ['Escape', 'Mod+Z']

/** Listens for the keys of all commands, and for the arrows that move what is selected. */
export function useCommandKeys(region: RefObject<HTMLElement | null>): void {
  const session = useEditorSession()
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const isTaken =
        isForPanel(event) || (!isUnderDialog() && (giveUp(event) || move(event) || act(event) || isIdleEscape(event)))
      if (!isTaken) return
      event.preventDefault()
      // The canvas library would move by its snap grid, and clear only its own sort of selection.
      event.stopPropagation()
    }

    function isForPanel(event: KeyboardEvent): boolean {
      const { panel } = session.stateOf(createTypedAhead)
      panel?.take(event)
      return panel !== null
    }

    /** While the pointer has something under way no key acts, but for those that give it up. */
    function giveUp(event: KeyboardEvent): boolean {
      if (!isGestureActive(session)) return false
      const isGivenUp = GIVE_UP.some((key) => isPressed(key, event))
      if (isGivenUp) cancelGesture(session)
      const { commands } = session.stateOf(createCommands).getState()
      return (
        isGivenUp || commands.some(({ keys }) => keys.some((key) => isPressed(key, event))) || event.key in DIRECTIONS
      )
    }

    function move(event: KeyboardEvent): boolean {
      const direction = DIRECTIONS[event.key]
      if (!direction || event.ctrlKey || event.metaKey || event.altKey || !counts('canvas', event.target)) return false
      const size = event.shiftKey ? ARROW_STEP.withShift : ARROW_STEP.plain
      return moveSelected(session, { x: direction.x * size, y: direction.y * size })
    }

    function act(event: KeyboardEvent): boolean {
      const asked = session
        .stateOf(createCommands)
        .getState()
        .commands.filter(
          ({ hasNativeKeys, keys, scope }) =>
            !hasNativeKeys &&
            keys.some((key) => isPressed(key, event) && counts(isTyped(key) ? 'canvas' : scope, event.target)),
        )
      const command = asked.find(({ isAvailable }) => isAvailable()) ?? (isBrowsers(event) ? asked[0] : undefined)
      if (command?.isAvailable()) command.run()
      return command !== undefined
    }

    /** Escape with nothing selected: the canvas library would select the node in focus. */
    function isIdleEscape({ key, target }: KeyboardEvent): boolean {
      return key === 'Escape' && countsOnCanvas(region.current, target)
    }

    function counts(scope: Command['scope'], target: EventTarget | null): boolean {
      if (scope === 'page' || target === document.body) return true
      if (scope === 'canvas') return countsOnCanvas(region.current, target)
      if (!(target instanceof Element) || target.matches('[data-own-undo]')) return false
      return target.closest('[data-property]') !== null || !target.matches(TYPED)
    }

    // Before a dialog hears of Escape: while it is there, the key is its own.
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [region, session.stateOf, session])
}

/** Whether the key writes something where one types. */
const isTyped = (key: string): boolean => !key.includes('Mod+')

/** Whether the browser would do something of its own with it, such as go back or select the whole page. */
const isBrowsers = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey
