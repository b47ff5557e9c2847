import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { onFirstTouch } from '../../src/features/editor/ui/on-first-touch.ts'

let page: EventTarget

beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
})
afterEach(() => void vi.unstubAllGlobals())

describe('the first touch of the page', () => {
  it.each(['pointerdown', 'keydown'])('[EDT-64] by %s loads the overlays, once', (type) => {
    const load = vi.fn()
    onFirstTouch(load)
    expect(load).not.toHaveBeenCalled()
    for (const next of [type, 'pointerdown', 'keydown']) page.dispatchEvent(new Event(next))
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('[EDT-64] loads nothing after the editor is gone', () => {
    const load = vi.fn()
    onFirstTouch(load)()
    page.dispatchEvent(new Event('keydown'))
    expect(load).not.toHaveBeenCalled()
  })
})
