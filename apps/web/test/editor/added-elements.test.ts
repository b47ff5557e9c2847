import { TEMPLATES } from '@plimsoll/catalog'
import { createNode } from '@plimsoll/flow'
import { beforeEach, expect, it } from 'vitest'
import { addComponent, addTemplate } from '../../src/features/editor/tools/edit/edit-flow.ts'
import { testSession } from '../editor-session.ts'

let session = testSession()
const state = () => session.document.getState()
beforeEach(() => {
  session = testSession()
})

it('[EDT-180] [EDT-182] a component is added on the grid with the defaults of its kind, and selected', () => {
  const id = addComponent(session, 'Cache', { x: 7, y: 23 }) ?? ''
  expect(state().flow.nodes).toEqual([createNode('Cache', { id, position: { x: 0, y: 30 } })])
  expect(state().selection.nodes).toEqual([id])
})

it.each(TEMPLATES)('[EDT-3] $title begins at the point where it is added, level with its middle', (template) => {
  addTemplate(session, template, { at: { x: 300, y: 600 } })
  const positions = state().flow.nodes.map(({ position }) => position)
  const bottom = Math.max(...positions.map(({ y }) => y)) + 75
  expect(Math.min(...positions.map(({ x }) => x))).toBe(300)
  expect(Math.abs((Math.min(...positions.map(({ y }) => y)) + bottom) / 2 - 600)).toBeLessThanOrEqual(7.5)
})

it('[EDT-186] a template keeps the nodes that are there, and clears the selection', () => {
  const id = addComponent(session, 'Server', { x: 0, y: 0 }) ?? ''
  const [server] = state().flow.nodes
  const [template] = TEMPLATES
  if (!template) throw new Error('There is no template.')
  addTemplate(session, template, { at: { x: 0, y: 900 } })
  expect(state().flow.nodes[0]).toBe(server)
  expect(state().flow.nodes).toHaveLength(1 + template.nodes.length)
  expect(state().selection).toEqual({ nodes: [], edges: [], groups: [] })
  expect(id).toBe(server?.id)
})
