import { describe, expect, it } from 'vitest'
import { createPixelPainter, discSprite } from '../../src/features/simulation/dots/pixel-painter.ts'

const blue = discSprite({ radius: 2, ring: 1, color: [0, 0, 255], ringColor: [255, 255, 255] })

/** A canvas that keeps what is put on it, as the browser's does. */
function createCanvas(width: number, height: number) {
  const shown = new Uint32Array(width * height)
  const context = {
    createImageData: (w: number, h: number) => ({ width: w, height: h, data: new Uint8ClampedArray(4 * w * h) }),
    putImageData(image: ImageData, _x: number, _y: number, left: number, top: number, w: number, h: number) {
      const pixels = new Uint32Array(image.data.buffer)
      for (let y = top; y < top + h; y += 1) {
        for (let x = left; x < left + w; x += 1) shown[y * width + x] = pixels[y * width + x] ?? 0
      }
    },
  } as unknown as CanvasRenderingContext2D
  const painter = createPixelPainter(context)
  painter.resize(width, height)
  const paint = (...places: readonly (readonly [number, number])[]) => {
    painter.begin()
    for (const [x, y] of places) painter.put(blue, x, y)
    painter.show()
  }
  return { paint, at: (x: number, y: number) => shown[y * width + x] ?? 0, count: () => shown.filter(Boolean).length }
}

describe('painter', () => {
  it('[RUN-24] draws a disc of the colour inside a ring', () => {
    const { paint, at } = createCanvas(40, 40)
    paint([20, 20])
    expect(at(20, 20)).toBe(0xffff0000)
    expect(at(23, 20) >>> 0).toBe(0x80ffffff)
    expect(at(25, 20)).toBe(0)
  })

  it('[RUN-25] leaves nothing of the frame before', () => {
    const { paint, at, count } = createCanvas(40, 40)
    paint([10, 10], [30, 30])
    const two = count()
    paint([20, 20])
    expect(count()).toBe(two / 2)
    expect(at(10, 10)).toBe(0)
    paint()
    expect(count()).toBe(0)
  })

  it('[RUN-25] leaves out what would lie over the border', () => {
    const { paint, count } = createCanvas(40, 40)
    paint([0, 20], [39, 20], [20, -50], [500, 500])
    expect(count()).toBe(0)
  })

  it('[RUN-24] never lets the soft rim of one dot eat into another', () => {
    const { paint, at } = createCanvas(40, 40)
    paint([20, 20], [23, 20])
    expect(at(20, 20)).toBe(0xffff0000)
    expect(at(23, 20)).toBe(0xffff0000)
  })
})
