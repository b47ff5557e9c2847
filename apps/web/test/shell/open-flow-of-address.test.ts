import type { FlowData } from '@plimsoll/contract'
import { createNode } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import { openFlowOfAddress } from '../../src/app/flow-of-address/open-flow-of-address.ts'
import { createMemoryStorage } from '../autosave/simulated-browser.ts'
import { testSession } from '../editor-session.ts'

const labelled = (label: string) => createNode('Server', { id: 'n1', position: { x: 0, y: 0 }, settings: { label } })

const stored = (id: string, version = 1): FlowData => ({
  id,
  name: `Flow ${id}`,
  description: 'A flow.',
  version,
  documentVersion: 1,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  nodes: [labelled(`${id}${version}`)],
  edges: [],
})

async function newPage() {
  const { document, autosave } = testSession({ user: 'ada', drafts: createMemoryStorage().storage })
  autosave.start()
  const open = (
    id: string,
    fetchFlow: (id: string) => Promise<FlowData | null> = async () => stored(id),
    isOver = () => false,
  ) => openFlowOfAddress(id, { document, autosave, fetchFlow, isOver })
  const add = (id: string) => document.getState().dispatch({ type: 'add', node: { ...labelled(id), id } })
  const labels = () => document.getState().flow.nodes.map(({ data }) => data.label)
  return { document, autosave, open, add, labels }
}

const none = async () => null
const failing = async () => {
  throw new Error('away')
}

describe('an address that names a flow', () => {
  it('[UI-501] opens it', async () => {
    const { open, labels } = await newPage()
    expect(await open('a')).toBeNull()
    expect(labels()).toEqual(['a1'])
  })

  it('[UI-502] leaves the open flow as it is while it has unsaved changes', async () => {
    const { open, add, labels } = await newPage()
    await open('a')
    add('new')
    expect(await open('a', async () => stored('a', 2))).toBeNull()
    expect(labels()).toEqual(['a1', 'new'])
  })

  it('[UI-503] opens a newer version of the open flow', async () => {
    const { open, labels } = await newPage()
    await open('a')
    await open('a', async () => stored('a', 2))
    expect(labels()).toEqual(['a2'])
  })

  it('[UI-504] opens what was not saved of a flow, after another one was opened', async () => {
    const { open, add, labels } = await newPage()
    await open('a')
    add('new')
    await open('b')
    expect(labels()).toEqual(['b1'])
    await open('a')
    expect(labels()).toEqual(['a1', 'new'])
  })

  it('[UI-875] [UI-876] leaves what had to make room to undo, and among the earlier drafts', async () => {
    const { document, autosave, open, add, labels } = await newPage()
    add('drawn')
    await open('a')
    const drafts = await autosave.earlierDrafts()
    expect(drafts.map(({ saved, isLeft }) => [saved, isLeft])).toEqual([[null, true]])
    document.getState().undo()
    expect(labels()).toEqual(['drawn'])
  })

  it('[UI-501] opens nothing when another address was gone to meanwhile', async () => {
    const { open, labels } = await newPage()
    expect(await open('a', undefined, () => true)).toBeNull()
    expect(labels()).toEqual([])
  })

  it('[UI-505] says that there is no flow', async () => {
    const { open } = await newPage()
    expect(await open('a', none)).toBe('missing')
  })

  it('[UI-877] says that loading failed', async () => {
    const { open } = await newPage()
    expect(await open('a', failing)).toBe('failed')
  })

  it('[UI-505] says that it is missing also where it is open', async () => {
    const { open } = await newPage()
    await open('a')
    expect(await open('a', none)).toBe('missing')
  })

  it('[UI-874] shows the open flow while the server is away', async () => {
    const { open, labels } = await newPage()
    await open('a')
    expect(await open('a', failing)).toBeNull()
    expect(labels()).toEqual(['a1'])
  })
})
