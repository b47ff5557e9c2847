import { describe, expect, it } from 'vitest'
import { drawDots } from '../../src/features/editor/painters/dots/draw-dots.ts'
import { tabulate } from '../../src/features/editor/painters/dots/path-table.ts'
import { edgeCurve } from '../../src/shared/scene/edge-curve.ts'

const { points, ...box } = tabulate(edgeCurve({ x: 0, y: 100 }, { x: 300, y: 100 }))
const boxes = Float32Array.of(box.left, box.top, box.right, box.bottom)
const view = { x: 0, y: 0, scale: 1, width: 1000, height: 800 }

interface Dot {
  startedAt: number
  shownMs?: number
  retries?: number
}

interface Options {
  time: number
  view?: typeof view
  isLineDrawn?: boolean
}

function drawn(dots: readonly Dot[], { time, isLineDrawn = true, ...options }: Options) {
  const put: { look: number; x: number; y: number }[] = []
  drawDots({
    dots: {
      count: dots.length,
      id: Uint32Array.from(dots.keys()),
      edge: new Uint32Array(dots.length),
      startedAt: Float64Array.from(dots, ({ startedAt }) => startedAt),
      shownMs: Float32Array.from(dots, ({ shownMs }) => shownMs ?? 500),
      retries: Uint8Array.from(dots, ({ retries }) => retries ?? 0),
    },
    time,
    paths: { points, boxes, has: () => isLineDrawn },
    viewport: options.view ?? view,
    put: (look, x, y) => put.push({ look, x: Math.round(x), y: Math.round(y) }),
  })
  return put
}

describe('dots', () => {
  it('[RUN-23] [RUN-317] cross their edge in 500 ms at even speed, and are gone before and after', () => {
    const dot = [{ startedAt: 1000 }]
    expect(drawn(dot, { time: 1000 })).toEqual([{ look: 0, x: 0, y: 100 }])
    expect(drawn(dot, { time: 1250 })).toEqual([{ look: 0, x: 150, y: 100 }])
    expect(drawn(dot, { time: 1499 })).toEqual([{ look: 0, x: 299, y: 100 }])
    expect(drawn(dot, { time: 1500 })).toEqual([])
    expect(drawn(dot, { time: 999 })).toEqual([])
  })

  it('[RUN-363] cross their edge in the time for which they are shown', () => {
    expect(drawn([{ startedAt: 0, shownMs: 2000 }], { time: 500 })).toEqual([{ look: 0, x: 75, y: 100 }])
  })

  it('[RUN-24] take the look of their retries, the last look beyond', () => {
    const dots = [0, 1, 2, 3, 9].map((retries) => ({ startedAt: 0, retries }))
    expect(drawn(dots, { time: 100 }).map(({ look }) => look)).toEqual([0, 1, 2, 3, 3])
  })

  it('[RUN-320] follow the viewport', () => {
    const moved = { ...view, x: 40, y: -60, scale: 2 }
    expect(drawn([{ startedAt: 0 }], { time: 250, view: moved })).toEqual([{ look: 0, x: 340, y: 140 }])
  })

  it('[RUN-323] are left out where their edge is out of view or not drawn', () => {
    expect(drawn([{ startedAt: 0 }], { time: 250, view: { ...view, x: -301 } })).toEqual([])
    expect(drawn([{ startedAt: 0 }], { time: 250, view: { ...view, y: 701 } })).toEqual([])
    expect(drawn([{ startedAt: 0 }], { time: 250, isLineDrawn: false })).toEqual([])
  })
})
