import { expect, it, vi } from 'vitest'
import { createShapePainter } from '../../src/features/editor/painters/bitmap/shape-painter.ts'

vi.mock('../../src/features/editor/painters/token-colours.ts', () => ({
  currentColours: () => (token: string) => token.slice(2),
}))

/** Where the letters of `60 %` begin that end at 100, each of this width. */
function placesOf(width: number) {
  const fillText = vi.fn()
  const context = { fillText, measureText: () => ({ width }), getTransform: () => ({ a: 1, e: 0 }) }
  createShapePainter()(context as unknown as OffscreenCanvasRenderingContext2D, [
    { kind: 'text', text: '60 %', x: 100, y: 0, size: 12, color: '--text', isFigure: true },
  ])
  return fillText.mock.calls.slice(1).map(([digit, middle]) => [digit, middle - width / 2])
}

it('[EDT-117] digits begin on whole pixels only where they are whole pixels wide', () => {
  expect(placesOf(10)).toEqual([
    ['0', 80],
    ['6', 70],
  ])
  expect(placesOf(10.4)).toEqual([
    ['0', expect.closeTo(79.2, 9)],
    ['6', expect.closeTo(68.8, 9)],
  ])
})
