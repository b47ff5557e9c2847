import { createNode, EMPTY_FLOW } from '@plimsoll/flow'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ReadingBoard } from '../../src/features/editor/painters/reading/reading-board.tsx'
import type { WithRun } from '../../src/features/editor/run/run.ts'
import { sceneShapes } from '../../src/features/editor/scene/scene.ts'
import { elementName } from '../../src/features/editor/ui/element-names.ts'

const at = { x: 0, y: 0 }
const label = 'W'.repeat(9_000)
const shown = `${'W'.repeat(199)}…`
const node = createNode('Server', { id: 'long', position: at })
const flow = {
  ...EMPTY_FLOW,
  nodes: [{ ...node, data: { ...node.data, label } }],
}

describe('a name of 9,000 characters', () => {
  it('[EDT-975] shows 200 on the canvas', () => {
    const texts = sceneShapes(flow, new Map())
      .flat()
      .flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []))
    expect(texts.filter((text) => text.startsWith('W'))).toEqual([shown])
  })

  it('[EDT-975] shows 200 on the page behind a link', () => {
    // Nothing runs before a page is in a browser.
    const run = {} as WithRun['run']
    const bounds = { ...at, width: 400, height: 300 }
    const page = renderToStaticMarkup(createElement(ReadingBoard, { flow, run, bounds }))
    expect(page.match(/(?<=>)W+…?(?=<)/g)).toEqual([shown])
  })

  it('[EDT-975] shows 200 in what a run lists', () => {
    expect(elementName(flow, { of: 'node', id: 'long' })).toBe(shown)
  })
})
