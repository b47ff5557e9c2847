import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createOverviewWindow, placed } from '../../src/features/editor/panels/overlay-controls/overview-window.ts'

const BOUNDS = { x: 0, y: 0, width: 2_000, height: 1_000 }
const AT = { x: -100, y: -50, zoom: 1, width: 900, height: 800 }

function opened() {
  const written: string[] = []
  const style = { width: '', height: '', transform: '' }
  const watched = new Proxy(style, {
    set(target, name, value) {
      written.push(String(name))
      return Reflect.set(target, name, value)
    },
  })
  const nodes = { setAttribute: () => written.push('viewBox') }
  const overview = createOverviewWindow({ nodes, inView: { style: watched } }, BOUNDS, AT)
  written.length = 0
  return { ...overview, style, written }
}

/** Where the rectangle is seen, by its size and its transform. */
function seen({ width, height, transform }: { width: string; height: string; transform: string }) {
  const [, x, y, scale = '1'] = /translate\((.*)px, (.*)px\)(?: scale\((.*)\))?/.exec(transform) ?? []
  return [Number(x), Number(y), Number.parseFloat(width) * Number(scale), Number.parseFloat(height) * Number(scale)]
}

function expected(at: typeof AT) {
  const { visible, whole, scale } = placed(at, BOUNDS)
  return [visible.x - whole.x, visible.y - whole.y, visible.width, visible.height].map((length) =>
    expect.closeTo(length / scale, 6),
  )
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the rectangle of the overview', () => {
  it('[EDT-900] is only shifted and scaled while the viewport moves, and has its size at rest', () => {
    const { follow, end, style, written } = opened()
    const [one, two, three] = [
      { ...AT, x: -150, zoom: 1.1 },
      { ...AT, x: -200, zoom: 1.2 },
      { ...AT, x: -300, zoom: 1.2 },
    ]
    follow(one, AT)
    follow(two, one)
    follow(three, two)
    expect(written).toEqual(['transform', 'transform', 'transform'])
    expect(seen(style)).toEqual(expected(three))
    vi.runAllTimers()
    expect(written).toContain('width')
    expect(style.transform).not.toContain('scale')
    expect(seen(style)).toEqual(expected(three))
    end()
  })

  it('[EDT-1012] leaves the nodes where they are until the middle of the viewport is beside them', () => {
    const { follow, style, written } = opened()
    const [beside, further] = [
      { ...AT, x: 300 },
      { ...AT, x: 900 },
    ]
    follow(beside, AT)
    expect(written).toEqual(['transform'])
    vi.runAllTimers()
    expect(written).toContain('viewBox')
    expect(seen(style)).toEqual(expected(beside))
    written.length = 0
    follow(further, beside)
    expect(written).toContain('viewBox')
    expect(seen(style)).toEqual(expected(further))
  })

  it('[EDT-900] has its size at once where it would be scaled by much, and where the canvas is resized', () => {
    const { follow, style, written } = opened()
    const near = { ...AT, zoom: 1.6 }
    follow(near, AT)
    expect(written).toContain('width')
    expect(seen(style)).toEqual(expected(near))
    const narrow = { ...near, width: 600 }
    follow(narrow, near)
    expect(seen(style)).toEqual(expected(narrow))
    expect(vi.getTimerCount()).toBe(0)
  })

  it('[EDT-900] is left alone once the overview is gone', () => {
    const { follow, end } = opened()
    follow({ ...AT, zoom: 1.1 }, AT)
    end()
    expect(vi.getTimerCount()).toBe(0)
  })
})
