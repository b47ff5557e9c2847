import { type PointerEvent, useMemo } from 'react'
import type { Selection } from '../../../../stores/board.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'
import { elementAt } from './element-at.ts'

/** A box that is smaller than this was a press. Pixels of the screen. */
const PRESS_WITHIN = 4

interface Press {
  readonly x: number
  readonly y: number
  readonly target: EventTarget
  readonly selection: Selection
}

/** A hand is never quite still: a press with Shift that moves by a hair draws a box. It is taken for the press that was meant. */
export function useShiftPress() {
  const session = useEditorSession()
  return useMemo(() => {
    let press: Press | null = null
    return {
      onPress({ clientX, clientY, target }: PointerEvent): void {
        press = { x: clientX, y: clientY, target, selection: session.document.getState().selection }
      },
      onSelectionEnd({ clientX, clientY }: { clientX: number; clientY: number }): void {
        if (!press || Math.hypot(clientX - press.x, clientY - press.y) > PRESS_WITHIN) return
        const element = press.target instanceof Element ? elementAt(session, press.target) : null
        session.document.getState().select(element ? toggled(press.selection, element) : press.selection)
      },
    }
  }, [session.document.getState, session])
}

function toggled(selection: Selection, { list, id }: { list: keyof Selection; id: string }): Partial<Selection> {
  const before = selection[list]
  const after = before.includes(id) ? before.filter((other) => other !== id) : [...before, id]
  return list === 'edges' ? { edges: after } : { ...selection, edges: [], [list]: after }
}
