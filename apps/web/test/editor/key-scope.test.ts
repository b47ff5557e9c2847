import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { countsOnCanvas } from '../../src/features/editor/ui/key-scope.ts'

/** An element of a page, as far as the scope of a key looks at it. */
class FakeElement {
  readonly #parent: FakeElement | null
  readonly #takesKeys: boolean

  constructor(parent: FakeElement | null, takesKeys = false) {
    this.#parent = parent
    this.#takesKeys = takesKeys
  }

  contains(other: FakeElement | null): boolean {
    if (other === null) return false
    return other === this || (other.#parent !== null && this.contains(other.#parent))
  }

  closest(): FakeElement | null {
    return this.#takesKeys ? this : (this.#parent?.closest() ?? null)
  }
}

const body = new FakeElement(null)
const page = new FakeElement(body)
const canvas = new FakeElement(page)

beforeEach(() => {
  vi.stubGlobal('Element', FakeElement)
  vi.stubGlobal('document', { body })
})
afterEach(() => void vi.unstubAllGlobals())

const counts = (focused: FakeElement | null) =>
  countsOnCanvas(canvas as unknown as Element, focused as unknown as EventTarget | null)

describe('keys of the canvas', () => {
  it('[EDT-32] act while the focus is on the canvas, on a node of it, or nowhere', () => {
    expect([canvas, new FakeElement(canvas), body].map(counts)).toEqual([true, true, true])
  })

  it('[EDT-837] act while the focus is on what holds the canvas', () => {
    expect(counts(page)).toBe(true)
  })

  it('[EDT-505] do nothing in a panel or a dialog, or in what takes keys itself', () => {
    const field = new FakeElement(canvas, true)
    expect([new FakeElement(body), field, new FakeElement(field), null].map(counts)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})
