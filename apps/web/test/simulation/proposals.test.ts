import { createEdge, createNode } from '@plimsoll/flow'
import type { Finding, ProposedChange } from '@plimsoll/simulation'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { applyProposal, isInForce } from '../../src/features/editor/panels/simulation/applied-change.ts'
import { proposalText } from '../../src/features/editor/panels/simulation/change-text.ts'
import { testSession } from '../editor-session.ts'

const position = { x: 0, y: 0 }
const flow = {
  nodes: [
    createNode('Client', { id: 'users', position, settings: { label: 'Users' } }),
    createNode('Server', { id: 'shop', position, settings: { label: 'Shop', instances: 1 } }),
  ],
  edges: [createEdge('http', { id: 'ask', ends: { source: 'users', target: 'shop' } })],
}

const more = (to: number): ProposedChange => ({
  ...{ of: 'node', id: 'shop', property: 'instances', label: 'Instances', from: 1, to },
})
const noRetries: ProposedChange = {
  ...{ of: 'edge', id: 'ask', property: 'retryEnabled', label: 'Retry', from: true, to: false },
}

const proposing = (...changes: ProposedChange[]) => ({ changes }) as unknown as Finding

function opened() {
  const session = testSession()
  session.document.getState().restore({ flow, saved: null, heading: null, savedContent: flow })
  const shop = () => session.document.getState().flow.nodes[1]?.data
  return { session, shop }
}

describe('a proposal', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('[RUN-772] is not applied by the second click of a double click, which was meant for another one', () => {
    const { session, shop } = opened()
    applyProposal(session, proposing(more(2)))
    vi.advanceTimersByTime(300)
    applyProposal(session, proposing(more(7)))
    expect(shop()).toMatchObject({ instances: 2 })
    vi.advanceTimersByTime(300)
    applyProposal(session, proposing(more(7)))
    expect(shop()).toMatchObject({ instances: 7 })
  })

  it('[RUN-768] is in force while the flow has its values', () => {
    const { session } = opened()
    const proposal = proposing(more(2))
    const isSo = () => isInForce(proposal, session.document.getState().flow)
    expect(isSo()).toBe(false)
    applyProposal(session, proposal)
    expect(isSo()).toBe(true)
    session.document.getState().undo()
    expect(isSo()).toBe(false)
    expect(isInForce(proposal, { ...flow, nodes: [] })).toBe(false)
  })

  it('[RUN-770] [RUN-771] names what it changes where that is not said already', () => {
    expect(proposalText(flow, [more(2)])).toBe('Shop: Instances 1 → 2')
    expect(proposalText(flow, [more(2)], 'Shop is full.')).toBe('Instances 1 → 2')
    expect(proposalText(flow, [noRetries, more(2)], 'Retries multiply the load of Shop.')).toBe(
      'Users → Shop: Retry on → off, Instances 1 → 2',
    )
  })
})
