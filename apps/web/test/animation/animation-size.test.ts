import { expect, it } from 'vitest'
import { animationSize } from '../../src/features/editor/painters/animation/animation-size.ts'

it('[EDT-841] an animation has the chosen size at its longer side, in even pixels', () => {
  expect(animationSize({ x: 0, y: 0, width: 1000, height: 333 }, 640)).toEqual({ width: 640, height: 214, zoom: 0.64 })
  expect(animationSize({ x: 0, y: 0, width: 300, height: 3000 }, 1280)).toMatchObject({ width: 128, height: 1280 })
})

it('[EDT-841] a small flow is drawn at twice its size, and no larger', () => {
  expect(animationSize({ x: 0, y: 0, width: 200, height: 120 }, 1920)).toEqual({ width: 400, height: 240, zoom: 2 })
})
