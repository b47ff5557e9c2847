import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readRecord } from '../../src/stores/autosave/draft-record.ts'
import { readMessage } from '../../src/stores/autosave/tab-channel.ts'

describe('what anybody can edit', () => {
  const record = {
    id: '1-2',
    schema: 1,
    owner: 'somebody',
    saved: null,
    isUnsaved: true,
    isLeft: false,
    changedAt: 1,
    nodes: 1,
    edges: 0,
    writer: '3-4',
  }

  it('[REL-CL3] a record is taken whole or not at all; one of a later schema is left alone', () => {
    expect(readRecord(record)).toEqual({ ...record, heading: null, view: null })
    expect(readRecord({ ...record, saved: { id: 'f', name: 'F', description: '', version: 1 } })).not.toBeNull()
    for (const key of Object.keys(record).filter((name) => name !== 'writer'))
      expect(readRecord({ ...record, [key]: undefined }), key).toBeNull()
    expect(readRecord({ ...record, saved: { id: 'f' } })).toBeNull()
    expect(readRecord({ ...record, schema: 2 })).toBeNull()
    fc.assert(fc.property(fc.anything({ withNullPrototype: true }), (value) => readRecord(value) === null))
  })

  it('[UI-80] a record from before records named their writer is read', () => {
    const { writer: _, ...older } = record
    expect(readRecord(older)).toEqual({ ...record, writer: '', heading: null, view: null })
  })

  it('[EXC-23] a record has the heading of its document, if it is one', () => {
    const heading = { name: 'Shop', description: '' }
    expect(readRecord({ ...record, heading })?.heading).toEqual(heading)
    expect(readRecord({ ...record, heading: { name: 7 } })?.heading).toBeNull()
  })

  it('[EDT-103] a record has the viewport of its document, if it is one', () => {
    const view = { x: -10.5, y: 0, zoom: 1.2 }
    expect(readRecord({ ...record, view })?.view).toEqual(view)
    for (const none of [7, null, { x: 1, y: 2 }, { ...view, zoom: Number.NaN }, { ...view, x: '1' }])
      expect(readRecord({ ...record, view: none })?.view).toBeNull()
  })

  it('[UI-307] [REL-WB7] a message is one of ours or none', () => {
    const messages = [
      { kind: 'began', schema: 1 },
      { kind: 'opened', flow: 'f' },
      { kind: 'saved', flow: 'f', version: 2 },
      { kind: 'who' },
      { kind: 'holds', draft: 'd' },
      { kind: 'ending', ask: 'a' },
      { kind: 'answer', ask: 'a', draft: 'd', unsaved: null },
      { kind: 'answer', ask: 'a', draft: 'd', unsaved: 'Shop' },
      { kind: 'ended', owner: 'o', discarded: ['d'] },
      { kind: 'ended', owner: 'o', discarded: null },
    ]
    for (const message of messages) expect(readMessage({ ...message, other: 1 })).toEqual(message)
    const almost = fc.record({
      kind: fc.constantFrom('began', 'opened', 'saved', 'holds', 'ending', 'answer', 'ended', '__proto__'),
      schema: fc.double(),
      flow: fc.integer(),
      version: fc.string(),
      draft: fc.object(),
      owner: fc.integer(),
      ask: fc.constantFrom(1, null),
    })
    const isNone = (value: unknown) => readMessage(value) === null
    fc.assert(
      fc.property(
        almost.filter(({ kind, schema }) => kind !== 'began' || !Number.isSafeInteger(schema)),
        isNone,
      ),
      { numRuns: 5_000 },
    )
    fc.assert(fc.property(fc.anything({ withNullPrototype: true, withObjectString: true }), isNone), { numRuns: 5_000 })
  })
})
