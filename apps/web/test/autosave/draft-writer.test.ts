import { createNode, type Flow, parseFlow } from '@plimsoll/flow'
import { beforeEach, describe, expect, it } from 'vitest'
import type { DraftStorage } from '../../src/stores/autosave/draft-storage.ts'
import { createDraftWriter, type Draft } from '../../src/stores/autosave/draft-writer.ts'
import { joinParts } from '../../src/stores/autosave/flow-parts.ts'
import { createMemoryStorage, type MemoryStorage, settle } from './simulated-browser.ts'

const flowOf = (label: string): Flow => ({
  nodes: [createNode('Server', { id: 'n1', position: { x: 0, y: 0 }, settings: { label } })],
  edges: [],
})

/** A storage whose writes wait until the test says how they end. */
function heldStorage(memory: MemoryStorage) {
  const writes: { pass: () => Promise<void>; fail: () => Promise<void> }[] = []
  const storage: DraftStorage = {
    ...memory.storage,
    change: (id, decide) =>
      new Promise((resolve, reject) => {
        writes.push({
          pass: async () => {
            memory.change(id, decide)
            resolve()
            await settle()
          },
          fail: async () => {
            reject(new Error('made by the test'))
            await settle()
          },
        })
      }),
  }
  return { storage, writes }
}

describe('the writes of a draft', () => {
  let memory: MemoryStorage
  let timers: (() => void)[]
  let changedAt: number

  beforeEach(() => {
    memory = createMemoryStorage()
    timers = []
    changedAt = 1
  })

  const clock = {
    now: () => 0,
    after: (_: number, act: () => void) => {
      timers.push(act)
      return () => {}
    },
  }

  function startWriter(storage: DraftStorage, writer = 'this page') {
    const forks: string[] = []
    const made = createDraftWriter({
      ...{ storage, clock, writer, newId: () => 'fork' },
      ...{ onWritten: () => {}, onFailed: () => {}, onForked: (_: string, fork: string) => void forks.push(fork) },
    })
    return { ...made, forks }
  }

  const draft = (label: string, id = 'd'): Draft => ({
    ...{ id, owner: 'grace', saved: null, heading: null, view: null },
    ...{ isUnsaved: true, isLeft: false, changedAt: changedAt++, flow: flowOf(label) },
  })

  /** The label in the stored draft. */
  function stored(id = 'd'): string | undefined {
    const parts = memory.drafts.get(id)?.parts
    const parsed = parts && parseFlow(joinParts([...parts.values()]))
    return parsed?.ok ? parsed.flow.nodes[0]?.data.label : undefined
  }

  it('[UI-112] of two writes in a row the second begins when the first has ended', async () => {
    const { storage, writes } = heldStorage(memory)
    const writer = startWriter(storage)
    writer.save('d', draft('first'))
    void writer.flush()
    writer.save('d', draft('second'))
    void writer.flush()
    expect(writes).toHaveLength(1)
    await writes[0]?.pass()
    expect(stored()).toBe('first')
    await writes[1]?.pass()
    expect(stored()).toBe('second')
  })

  it('[UI-112] when writes fail while the document changes, what is tried again is the newest', async () => {
    const { storage, writes } = heldStorage(memory)
    const writer = startWriter(storage)
    writer.save('d', draft('first'))
    const flushed = writer.flush()
    writer.save('d', draft('second'))
    void writer.flush()
    await writes[0]?.fail()
    await writes[1]?.fail()
    await flushed
    timers.at(-1)?.()
    await writes.at(-1)?.pass()
    expect(stored()).toBe('second')
    void writer.flush()
    expect(writer.unwritten('d')).toBeNull()
  })

  it('[UI-112] after a failure and a success nothing older is written again', async () => {
    const { storage, writes } = heldStorage(memory)
    const writer = startWriter(storage)
    writer.save('d', draft('first'))
    void writer.flush()
    await writes[0]?.fail()
    writer.save('d', draft('second'))
    void writer.flush()
    await writes[1]?.pass()
    for (const act of timers) act()
    await writer.flush()
    expect(writes).toHaveLength(2)
    expect(stored()).toBe('second')
  })

  it('[UI-112] a write that came through although it seemed to fail is continued', async () => {
    const { storage, writes } = heldStorage(memory)
    const writer = startWriter(storage)
    const first = draft('first')
    writer.save('d', first)
    void writer.flush()
    memory.change('d', () => ({
      put: { ...first, writer: 'this page', schema: 1, nodes: 1, edges: 0 },
      parts: { put: [], remove: [] },
      isWhole: true,
    }))
    await writes[0]?.fail()
    void writer.flush()
    await writes[1]?.pass()
    expect(stored()).toBe('first')
    expect(writer.forks).toEqual([])
  })

  it('[UI-116] [REL-CL3] a draft that another tab has written since is noticed: both contents stay, each whole', async () => {
    const [one, other] = [startWriter(memory.storage, 'one'), startWriter(memory.storage, 'other')]
    one.save('d', draft('by one'))
    await one.flush()
    const record = memory.drafts.get('d')?.record
    if (!record) throw new Error('Nothing was written.')
    other.noteStored(record, flowOf('by one'))
    other.save('d', draft('by other'))
    await other.flush()
    one.save('d', draft('by one again'))
    await one.flush()
    await settle()
    expect(stored()).toBe('by other')
    expect(one.forks).toEqual(['fork'])
    expect(stored('fork')).toBe('by one again')
  })

  it('[UI-116] [REL-CL3] a draft that another tab has written since is not removed', async () => {
    const [one, other] = [startWriter(memory.storage, 'one'), startWriter(memory.storage, 'other')]
    one.save('d', draft('by one'))
    await one.flush()
    const record = memory.drafts.get('d')?.record
    if (!record) throw new Error('Nothing was written.')
    other.noteStored(record, flowOf('by one'))
    other.save('d', draft('by other'))
    await other.flush()
    one.save('d', null)
    await one.flush()
    expect(stored()).toBe('by other')
  })

  it('[UI-114] what is forgotten while it is written is not written again', async () => {
    const { storage, writes } = heldStorage(memory)
    const writer = startWriter(storage)
    writer.save('d', draft('first'))
    void writer.flush()
    const forgotten = writer.forget(['d'])
    await writes[0]?.fail()
    await forgotten
    for (const act of timers) act()
    await writer.flush()
    expect(writes).toHaveLength(1)
  })
})
