import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createCanvasPress, pressCanvas } from '../../src/features/editor/tools/gestures/canvas-press.ts'
import { testSession } from '../editor-session.ts'

let listeners: Record<string, (event: object) => void>
beforeEach(() => {
  listeners = {}
  vi.stubGlobal('addEventListener', (type: string, listener: (event: object) => void) => {
    listeners[type] = listener
  })
})
afterEach(() => vi.unstubAllGlobals())

it.each(['altKey', 'ctrlKey', 'metaKey'])('[EDT-303] guides are off while %s is held with the pointer', (held) => {
  const session = testSession()
  const press = session.stateOf(createCanvasPress)
  pressCanvas(session)
  expect(press.getState().isSnappingOff).toBe(false)
  listeners.pointermove?.({ altKey: false, ctrlKey: false, metaKey: false, [held]: true })
  expect(press.getState().isSnappingOff).toBe(true)
  listeners.pointermove?.({ altKey: false, ctrlKey: false, metaKey: false })
  expect(press.getState().isSnappingOff).toBe(false)
})
