import { describe, expect, it } from 'vitest'
import { CALL_RECORD, LINK, NODE, SOURCE, STATION } from '../../src/engine/rows.ts'

const CLASSES = 4
/** Words of a random stream. */
const STREAM = 4

interface Columns {
  readonly width: { readonly ints: number }
  readonly ints: Readonly<Record<string, number>>
  readonly floats: Readonly<Record<string, number>>
}

/** The whole numbers' places that a row's columns take; some stand once more for each further class, so far on. */
function placesOf({ ints, floats }: Columns, stepsByClass: Readonly<Record<string, number>> = {}): number[] {
  const starts = [
    ...Object.entries(ints).map(([name, at]) => ({ name, at, size: name.endsWith('Stream') ? STREAM : 1 })),
    ...Object.entries(floats).map(([name, at]) => ({ name, at: at * 2, size: 2 })),
  ]
  return starts.flatMap(({ name, at, size }) => {
    const step = stepsByClass[name]
    const copies = step === undefined ? 1 : CLASSES
    return Array.from({ length: copies * size }, (_, one) => at + Math.floor(one / size) * (step ?? 0) + (one % size))
  })
}

const { ints: block } = STATION.block
const BY_CLASS = { fifo: block, afterwards: block, unlessHit: block, round: block, meanMs: block, hitRate: block }
const { next, ...whole } = CALL_RECORD.ints

describe('a row', () => {
  it.each([
    ['a record', CALL_RECORD.width, placesOf({ ...CALL_RECORD, ints: whole })],
    ['a station', STATION.width, placesOf(STATION, BY_CLASS)],
    ['a link', LINK.width, placesOf(LINK, { station: 1 })],
    ['a node', NODE.width, placesOf(NODE)],
    ['a client', SOURCE.width, placesOf(SOURCE, { firstCall: 1 })],
  ])('of %s has a place of its own for each number', (_, width, places) => {
    expect(new Set(places).size).toBe(places.length)
    expect(Math.max(...places)).toBeLessThan(width.ints)
  })

  it('of a record that waits has its next one where the beginning of its service will stand', () => {
    expect(next).toBe(CALL_RECORD.floats.startedAt * 2)
  })
})
