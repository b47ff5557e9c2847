import { expect, it } from 'vitest'
import { intersects } from '../../src/features/editor/core/geometry.ts'
import { readoutPlace } from '../../src/features/editor/core/readout-place.ts'

const area = { x: 8, y: 72, width: 800, height: 500 }
const size = { width: 180, height: 60 }

/** What a readout explains, with its middle. */
const explained = (rects: readonly { x: number; y: number; width: number; height: number }[]) => {
  const { x, y, width, height } = rects[Math.floor(rects.length / 2)] ?? area
  return { rects, middle: { x: x + width / 2, y: y + height / 2 } }
}

it('[RUN-483] stands above a node, and below one at the top', () => {
  const node = { x: 300, y: 300, width: 110, height: 40 }
  const above = readoutPlace(explained([node]), size, area)
  expect(above.x).toBe(265)
  expect(above.y).toBeLessThan(300 - size.height)
  expect(readoutPlace(explained([{ ...node, y: 80 }]), size, area).y).toBeGreaterThan(120)
})

it('[RUN-483] leaves other nodes uncovered where there is room', () => {
  const [node, above] = [
    { x: 300, y: 300, width: 110, height: 40 },
    { x: 300, y: 250, width: 110, height: 40 },
  ]
  const at = readoutPlace({ ...explained([node]), others: [above] }, size, area)
  expect(at.y).toBeGreaterThan(340)
  const wall = { x: 0, y: 0, width: 900, height: 700 }
  expect(readoutPlace({ ...explained([node]), others: [wall] }, size, area).y).toBeLessThan(300 - size.height)
})

it('[RUN-483] covers neither a node nor any part of an edge, anywhere in the area', () => {
  for (let x = 0; x <= 700; x += 35)
    for (let y = 40; y <= 600; y += 35) {
      const node = { x, y, width: 110, height: 40 }
      const slope = Array.from({ length: 25 }, (_, i) => ({ x: x + i * 5, y: y - i * 5, width: 0, height: 0 }))
      for (const rects of [[node], slope]) {
        const at = { ...readoutPlace(explained(rects), size, area), ...size }
        const what = `${JSON.stringify(at)} over ${x}, ${y}`
        expect(
          rects.some((rect) => intersects(at, rect)),
          what,
        ).toBe(false)
        expect([at.x >= 8, at.x <= 628, at.y >= 72, at.y <= 512], what).toEqual([true, true, true, true])
      }
    }
})
