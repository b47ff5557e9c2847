import { createEdge, createNode, type Flow } from '@plimsoll/flow'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { shapesOf } from '../../src/features/editor/painters/picture/shapes-of.tsx'

const flow: Flow = {
  nodes: [
    createNode('Server', { id: 'busy', position: { x: 0, y: 0 } }),
    createNode('Server', { id: 'idle', position: { x: 400, y: 0 } }),
  ],
  edges: [createEdge('http', { id: 'edge', ends: { source: 'busy', target: 'idle' } })],
}
const colours = Object.assign((token: string) => token, { shadow: { fill: 'shadow', fillOpacity: 0.1 } })

/** The picture of `flow`, a text for each shape from back to front. */
const pictured = (loads: Record<string, number>) =>
  shapesOf(flow, { loads: new Map(Object.entries(loads)), colours }).map((shape) => renderToStaticMarkup(shape))

const water = (markup: string | undefined) =>
  /<path d="M([^H]*)H[^"]*" fill="--water-(\w+)"/.exec(markup ?? '')?.slice(1)

describe('the water of a node in a picture', () => {
  it.each([
    [0.25, 55.75, 'calm'],
    [0.6, 30.2, 'busy'],
    [0.75, 19.25, 'high'],
    [0.95, 4.65, 'full'],
  ])('[EXC-20] at a load of %d ends %d px below the top of a node of 75 px', (load, surface, level) => {
    const [, busy] = pictured({ busy: load })
    const [start, of] = water(busy) ?? []
    expect(Number(start?.split(',')[1])).toBeCloseTo(surface, 6)
    expect(of).toBe(level)
    expect(busy).toContain(`${load * 100} %`)
  })

  it('[EXC-20] follows the round corners near the bottom and near the top', () => {
    const [, low] = pictured({ busy: 0.05 })
    expect(low).toContain('Z" fill="--water-calm"')
    expect(low?.match(/A9,9/g)).toHaveLength(2)
    const [, full] = pictured({ busy: 1 })
    expect(full).toContain('fill="--water-full"')
    expect(full?.match(/A9,9/g)).toHaveLength(4)
  })

  it('[EXC-20] has a waterline of its level at the right', () => {
    const [, busy] = pictured({ busy: 0.75 })
    expect(busy).toContain('<rect x="214" y="18.25" width="10" height="2" fill="--load-high"></rect>')
  })

  it('[EXC-20] is missing where a node has next to no load, and where nothing runs', () => {
    expect(water(pictured({ busy: 0.004 })[1])).toBeUndefined()
    const [, busy, idle] = pictured({})
    expect(water(busy)).toBeUndefined()
    expect(water(idle)).toBeUndefined()
    expect(busy).not.toContain('%')
  })
})
