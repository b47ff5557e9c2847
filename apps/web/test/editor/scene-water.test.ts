import { createNode } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import { loadShapes, nodeShapes, sceneNode } from '../../src/features/editor/scene/node.ts'
import type { Shape } from '../../src/features/editor/scene/shape.ts'

const node = sceneNode(createNode('Server', { id: 'busy', position: { x: 0, y: 0 } }))

const loaded = (utilization: number | null, p95: number | null = null) => ({ utilization, p95 })

const filledWith = (shapes: readonly Shape[], color: string) =>
  shapes.filter((shape) => 'fill' in shape && shape.fill?.color === color)
const texts = (shapes: readonly Shape[]) => shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []))

describe('the water of a node', () => {
  it.each([
    [0.25, 56, 'calm'],
    [0.6, 30, 'busy'],
    [0.75, 19, 'high'],
    [0.95, 5, 'full'],
  ])('[EXC-20] [EDT-117] at a load of %d ends %d px below the top of a node of 75 px', (load, surface, level) => {
    const shapes = nodeShapes(node, loaded(load))
    const [water] = filledWith(shapes, `--water-${level}`)
    expect(water?.kind === 'path' && Number(/^M[^,]*,([^H]*)H/.exec(water.path)?.[1])).toBe(surface)
    expect(texts(shapes)).toContain(`${load * 100} %`)
    expect(loadShapes(node.rect, loaded(load), { isFar: false })).toContainEqual(water)
  })

  it.each([
    [0.05, 2],
    [0.6, 2],
    [1, 4],
  ])('[EXC-20] [EDT-117] at a load of %d follows %d round corners', (load, corners) => {
    const [water] = nodeShapes(node, loaded(load)).filter(({ kind }) => kind === 'path')
    expect(water?.kind === 'path' && water.path.match(/A9,9/g)).toHaveLength(corners)
  })

  it('[EXC-20] [EDT-117] fills the inside of its node, 1 px from each side, to the round corners of 9 px', () => {
    const pathAt = (load: number) => {
      const [water] = nodeShapes(node, loaded(load)).filter(({ kind }) => kind === 'path')
      return water?.kind === 'path' ? water.path : ''
    }
    expect(pathAt(0.6)).toBe('M1,30H224V65A9,9 0 0 1 215,74H10A9,9 0 0 1 1,65Z')
    // Water of 4 px begins where the corners have come in so far: 9² = (9 - 4)² + (9 - inset)².
    const inset = 9 - Math.sqrt(9 ** 2 - 5 ** 2)
    expect(pathAt(0.05)).toBe(`M${1 + inset},70H${224 - inset}A9,9 0 0 1 215,74H10A9,9 0 0 1 ${1 + inset},70Z`)
  })

  it('[EXC-20] [EDT-117] has a surface, and a mark of its level at the right', () => {
    const [surface, mark] = filledWith(nodeShapes(node, loaded(0.75)), '--load-high')
    expect(surface).toMatchObject({ x: 1, y: 19, width: 223, height: 1, fill: { opacity: 0.25 } })
    expect(mark).toMatchObject({ x: 214, y: 19, width: 10, height: 2 })
  })

  it('[PRD-110] [RUN-767] has a dash on either side of its text at the 95th percentile, in the colour of its level', () => {
    const shapes = nodeShapes(node, loaded(0.4, 0.8))
    const [dashes] = filledWith(shapes, '--load-high')
    expect(dashes?.kind === 'path' && dashes.path).toBe('M1,15H8V17H1ZM217,15H224V17H217Z')
    expect(filledWith(nodeShapes(node, loaded(0.4)), '--load-high')).toEqual([])
    expect(loadShapes(node.rect, loaded(0.4, 0.8), { isFar: false })).toContainEqual(dashes)
  })

  it('[EXC-20] is missing where a node has next to no load', () => {
    expect(nodeShapes(node, loaded(0.004)).some(({ kind }) => kind === 'path')).toBe(false)
  })

  it('[EXC-20] is missing with its figure where nothing runs', () => {
    const shapes = nodeShapes(node, loaded(null))
    expect(shapes.some(({ kind }) => kind === 'path')).toBe(false)
    expect(texts(shapes)).toEqual(['Server', node.summary])
    expect(texts(loadShapes(node.rect, loaded(null), { isFar: false }))).toEqual([])
  })

  it('[EDT-117] has a larger figure on the line of the name of a node that is seen from far away', () => {
    const figureOf = (isFar: boolean) =>
      loadShapes(node.rect, loaded(0.6), { isFar }).find(({ kind }) => kind === 'text')
    expect(figureOf(false)).toMatchObject({ text: '60 %', x: 214, y: 34, size: 12 })
    expect(figureOf(true)).toMatchObject({ text: '60 %', x: 214, y: 24.5, size: 18 })
  })
})
