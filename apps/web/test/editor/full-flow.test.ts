import { notifications, notificationsStore } from '@mantine/notifications'
import { TEMPLATES } from '@plimsoll/catalog'
import { createEdge, createNode, FLOW_LIMITS, type Flow } from '@plimsoll/flow'
import { beforeEach, describe, expect, it } from 'vitest'
import { writeClipboardText } from '../../src/features/editor/core/clipboard/clipboard-text.ts'
import { duplicateSelected, pasteText } from '../../src/features/editor/tools/clipboard/clipboard.ts'
import { addComponent, addConnected, addTemplate, connect } from '../../src/features/editor/tools/edit/edit-flow.ts'
import type { ViewportControl } from '../../src/features/editor/tools/viewport/use-viewport-control.ts'
import { testSession } from '../editor-session.ts'

const origin = { x: 0, y: 0 }
const session = testSession()
const state = () => session.document.getState()
const view = { rect: () => ({ ...origin, width: 1_000, height: 800 }) } as ViewportControl
const said = () => {
  const { notifications: shown, queue } = notificationsStore.getState()
  return [...shown, ...queue].map(({ message }) => message)
}

const nodes = Array.from({ length: FLOW_LIMITS.nodes }, (_, i) =>
  createNode('Server', { id: `n${i}`, position: origin }),
)
const edges = Array.from({ length: FLOW_LIMITS.edges }, (_, i) =>
  createEdge('http', { id: `e${i}`, ends: { source: 'n0', target: 'n1', sourceHandle: `${i}` } }),
)

function begin(flow: Flow): void {
  state().reset()
  state().dispatch({ type: 'insert', flow })
  state().select({ nodes: ['n1'] })
  notifications.clean()
}

describe('a board without room', () => {
  beforeEach(() => begin({ nodes, edges: [] }))

  it('[EDT-101] [EDT-508] says so for all that would be added, and stays as it is', () => {
    const { flow, selection, past } = state()
    const [template] = TEMPLATES
    const ways: readonly (() => void)[] = [
      () => expect(addComponent(session, 'Cache', origin)).toBeNull(),
      () => expect(addConnected(session, 'Cache', { from: 'n1', isForward: true, at: origin })).toBeNull(),
      () => template && expect(addTemplate(session, template, { at: origin })).toBe(false),
      () => duplicateSelected(session, view),
      () => pasteText(session, writeClipboardText({ nodes: nodes.slice(0, 2), edges: [] }), { viewport: view }),
    ]
    for (const [count, add] of ways.entries()) {
      add()
      expect(said()).toHaveLength(count + 1)
      expect(said()[count]).toMatch(/no room.* 10,000 components, 20,000 connections and 1,000 groups/)
    }
    expect(state()).toMatchObject({ flow, selection, past })
  })

  it('[EDT-101] takes what has room again once something is removed', () => {
    state().dispatch({ type: 'remove', nodes: ['n5'], edges: [] })
    expect(addComponent(session, 'Cache', origin)).not.toBeNull()
    expect(said()).toEqual([])
  })
})

describe('a board without room for a connection', () => {
  beforeEach(() => begin({ nodes: nodes.slice(0, 3), edges }))

  it('[EDT-509] says so, and adds no component without its connection', () => {
    const { flow } = state()
    expect(connect(session, { source: 'n1', target: 'n2' })).toBe(false)
    expect(addConnected(session, 'Cache', { from: 'n1', isForward: false, at: origin })).toBeNull()
    expect(said()).toHaveLength(2)
    expect(state().flow).toBe(flow)
  })

  it('[EDT-101] has room for a component alone', () => {
    expect(addComponent(session, 'Cache', origin)).not.toBeNull()
    expect(said()).toEqual([])
  })
})
