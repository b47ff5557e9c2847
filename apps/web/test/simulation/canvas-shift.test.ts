import { describe, expect, it } from 'vitest'
import { createCanvasShift } from '../../src/features/editor/painters/dots/canvas-shift.ts'

let now = 0

/** Where someone has just moved the view. */
const at = (x: number, y: number, { zoom = 1, isBitmapShown = true } = {}) => {
  now += 1
  return { x, y, zoom, isBitmapShown, width: 800, height: 600, movedAt: now }
}

function shifted() {
  const canvas = { style: { transform: '' } }
  return { canvas, shift: createCanvasShift(canvas as HTMLCanvasElement) }
}

describe('the canvas of the dots while the view moves', () => {
  it('[RUN-86] is drawn in every other frame, and shifted with the viewport in those between', () => {
    const { canvas, shift } = shifted()
    const frames = [at(0, 0), at(10, -5), at(30, -5), at(31, 0)].map((view) => [shift(view), canvas.style.transform])
    expect(frames).toEqual([
      [false, 'translate(0px, 0px)'],
      [true, 'translate(10px, -5px)'],
      [false, 'translate(0px, 0px)'],
      [true, 'translate(1px, 5px)'],
    ])
  })

  it('[RUN-86] is drawn in every frame while nobody moves the viewport, or somebody zooms', () => {
    const { canvas, shift } = shifted()
    expect([at(0, 0), at(0, 0)].map((view) => shift({ ...view, isBitmapShown: false }))).toEqual([false, false])
    expect([1, 1.1, 1.2].map((zoom) => shift(at(0, 0, { zoom })))).toEqual([false, false, false])
    expect(shift(at(5, 5, { zoom: 1.2 }))).toBe(true)
    expect(shift(at(5, 5, { zoom: 1.2, isBitmapShown: false }))).toBe(false)
    expect(canvas.style.transform).toBe('')
  })

  it('[RUN-86] is drawn in every frame while nodes are dragged, though they pan the viewport at the border', () => {
    const { shift } = shifted()
    const { movedAt } = at(0, 0)
    expect([0, 4, 8, 12].map((x) => shift({ ...at(x, 0), movedAt }))).toEqual([false, false, false, false])
  })
})
