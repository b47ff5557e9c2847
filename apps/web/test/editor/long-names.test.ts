import { createNode, EMPTY_FLOW } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import { sceneShapes } from '../../src/features/editor/scene/scene.ts'
import { elementName } from '../../src/features/editor/ui/element-names.ts'

const at = { x: 0, y: 0 }
const label = 'W'.repeat(9_000)
const shown = `${'W'.repeat(199)}…`
const node = createNode('Server', { id: 'long', position: at })
const flow = {
  ...EMPTY_FLOW,
  nodes: [{ ...node, data: { ...node.data, label } }],
  groups: [{ id: 'group', label, position: at, width: 400, height: 300 }],
}

describe('a name of 9,000 characters', () => {
  it('[EDT-975] shows 200 on the canvas', () => {
    const texts = sceneShapes(flow, new Map())
      .flat()
      .flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []))
    expect(texts.filter((text) => text.startsWith('W'))).toEqual([shown, shown])
  })

  it('[EDT-975] shows 200 in what a run lists', () => {
    expect(elementName(flow, { of: 'node', id: 'long' })).toBe(shown)
  })
})
