import { describe, expect, it } from 'vitest'
import { createPixelPainter } from '../../src/features/editor/painters/dots/pixel-painter.ts'

const BLUE = { radius: 2, ring: 1, color: [0, 0, 255], ringColor: [255, 255, 255] } as const

/** A canvas that keeps what is put on it, as the browser's does. */
function createCanvas(width: number, height: number) {
  const shown = new Uint32Array(width * height)
  /** From where to where each part of the last frames was put. */
  const put: [left: number, right: number][] = []
  const context = {
    createImageData: (w: number, h: number) => ({ width: w, height: h, data: new Uint8ClampedArray(4 * w * h) }),
    putImageData(image: ImageData, atX: number, atY: number, left: number, top: number, w: number, h: number) {
      const pixels = new Uint32Array(image.data.buffer)
      put.push([left + atX, left + atX + w])
      for (let y = Math.max(0, top + atY); y < Math.min(height, top + atY + h); y += 1) {
        for (let x = Math.max(0, left + atX); x < Math.min(width, left + atX + w); x += 1)
          shown[y * width + x] = pixels[(y - atY) * image.width + x - atX] ?? 0
      }
    },
  } as unknown as CanvasRenderingContext2D
  const painter = createPixelPainter(context)
  painter.resize(width, height)
  painter.use([BLUE])
  const paint = (...places: readonly (readonly [number, number])[]) => {
    painter.begin()
    for (const [x, y] of places) painter.put(0, x, y)
    painter.show()
  }
  return {
    paint,
    at: (x: number, y: number) => shown[y * width + x] ?? 0,
    count: () => shown.filter(Boolean).length,
    put,
  }
}

describe('painter', () => {
  it('[RUN-24] draws a disc of the colour inside a ring', () => {
    const { paint, at } = createCanvas(40, 40)
    paint([20, 20])
    expect(at(20, 20)).toBe(0xffff0000)
    expect(at(23, 20) >>> 0).toBe(0x80ffffff)
    expect(at(25, 20)).toBe(0)
  })

  it('[RUN-322] leaves nothing of the frame before', () => {
    const { paint, at, count } = createCanvas(40, 40)
    paint([10, 10], [30, 30])
    const two = count()
    paint([20, 20])
    expect(count()).toBe(two / 2)
    expect(at(10, 10)).toBe(0)
    paint()
    expect(count()).toBe(0)
  })

  it('[RUN-322] puts what changes from the frame before, and nothing of earlier ones', () => {
    const { paint, put } = createCanvas(400, 20)
    paint([20, 10])
    paint([380, 10])
    paint([380, 10])
    put.length = 0
    paint([380, 10])
    expect(put.length).toBeGreaterThan(0)
    for (const [left, right] of put) expect([left > 370, right < 390]).toEqual([true, true])
  })

  it('[RUN-353] draws a dot at the border in part, and leaves out what is beyond it', () => {
    const { paint, at, count } = createCanvas(40, 40)
    paint([20, 20])
    const whole = count()
    paint([0, 20])
    expect(at(0, 20)).toBe(0xffff0000)
    expect(count()).toBeGreaterThan(whole / 2)
    expect(count()).toBeLessThan(whole)
    paint([-4, 20], [44, 20], [20, -50], [500, 500], [1e12, -1e12], [Number.NaN, 5])
    expect(count()).toBe(0)
  })

  it('[RUN-75] draws one of those that nobody could tell apart, in each picture anew', () => {
    const { paint, count } = createCanvas(40, 40)
    paint([20, 20])
    const one = count()
    paint([20, 20], [20.4, 21.2])
    expect(count()).toBe(one)
    paint([20, 20], [24, 20])
    expect(count()).toBeGreaterThan(one)
  })

  it('[RUN-73] shifts a dot by fourths of a pixel', () => {
    const { paint, at } = createCanvas(40, 40)
    paint([20, 20])
    const rim = at(23, 20) >>> 24
    paint([20.25, 20])
    expect(at(23, 20) >>> 24).toBeGreaterThan(rim)
    expect(at(17, 20) >>> 24).toBeLessThan(rim)
  })

  it('[RUN-322] draws and removes every dot, wherever it is', () => {
    const { paint, count } = createCanvas(300, 300)
    paint([20, 20])
    const one = count()
    const places = Array.from({ length: 20 }, (_, index) => [15 + 13 * index, 270 - 12 * index] as const)
    paint(...places)
    expect(count()).toBe(20 * one)
    paint([150, 8])
    expect(count()).toBe(one)
  })

  it('[RUN-352] never draws the ring of a dot over another dot', () => {
    const { paint, at } = createCanvas(40, 40)
    paint([20, 20], [23, 20])
    expect(at(20, 20)).toBe(0xffff0000)
    expect(at(23, 20)).toBe(0xffff0000)

    const dense = Array.from({ length: 10 }, (_, index) => [10 + 2 * index, 20] as const)
    paint(...dense)
    for (let x = 9; x <= 29; x += 1) expect(at(x, 20)).toBe(0xffff0000)
  })
})
