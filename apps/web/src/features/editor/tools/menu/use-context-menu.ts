import { type MouseEvent, type PointerEvent, useMemo } from 'react'
import { useEditorSession } from '../../session/use-editor-session.ts'
import { openMenuAt } from './menu.ts'

const LONG_PRESS_MS = 500

/** A finger is never quite still. Pixels of the screen. */
const STILL_WITHIN = 10

/** Opens the menu by the right button, and by a long press of a finger where the browser does not tell of one itself. */
export function useContextMenu() {
  const session = useEditorSession()
  return useMemo(() => {
    let press: { x: number; y: number; timer: number } | null = null
    const end = () => {
      if (press) clearTimeout(press.timer)
      press = null
    }
    const open = (target: EventTarget, at: { clientX: number; clientY: number }) => {
      end()
      if (target instanceof Element) openMenuAt(session, target, { x: at.clientX, y: at.clientY })
    }
    return {
      onContextMenu(event: MouseEvent) {
        if (isElsewhere(event.target)) return
        event.preventDefault()
        open(event.target, event)
      },
      onPointerDown(event: PointerEvent) {
        end()
        if (event.pointerType !== 'touch' || !event.isPrimary || isElsewhere(event.target)) return
        const { target, clientX, clientY } = event
        const timer = window.setTimeout(() => {
          open(target, { clientX, clientY })
          ignoreRelease()
        }, LONG_PRESS_MS)
        press = { x: clientX, y: clientY, timer }
      },
      onPointerMove({ clientX, clientY }: PointerEvent) {
        if (press && Math.hypot(clientX - press.x, clientY - press.y) > STILL_WITHIN) end()
      },
      onPointerUp: end,
      onPointerCancel: end,
    }
  }, [session])
}

/** Letting go of a long press is no press on what has opened under the finger. */
function ignoreRelease(): void {
  const end = new AbortController()
  const options = { capture: true, signal: end.signal }
  addEventListener('pointerdown', () => end.abort(), options)
  addEventListener('click', (event) => event.stopPropagation(), options)
}

/** Fields and tools over the flow keep the browser's menu. */
const isElsewhere = (target: EventTarget): boolean =>
  !(target instanceof Element) || target.closest('.react-flow__panel, [data-own-keys], [aria-modal=true]') !== null
