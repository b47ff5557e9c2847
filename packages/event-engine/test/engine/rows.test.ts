import { describe, expect, it } from 'vitest'
import { CALL_RECORD, LINK, NODE, SOURCE, STATION } from '../../src/engine/rows.ts'

/** Words of a random stream. */
const STREAM = 4

interface Columns {
  readonly width: { readonly ints: number }
  readonly ints: Readonly<Record<string, number>>
  readonly floats: Readonly<Record<string, number>>
}

/** The places of whole numbers that a row's columns take. */
function placesOf({ ints, floats }: Columns): number[] {
  return [
    ...Object.entries(ints).flatMap(([name, at]) => places(at, name.endsWith('Stream') ? STREAM : 1)),
    ...Object.values(floats).flatMap((at) => places(at * 2, 2)),
  ]
}

const places = (from: number, count: number) => Array.from({ length: count }, (_, one) => from + one)

const { next, ...whole } = CALL_RECORD.ints

describe('a row', () => {
  it.each([
    ['a record', CALL_RECORD.width, placesOf({ ...CALL_RECORD, ints: whole })],
    ['a station', STATION.width, placesOf(STATION)],
    ['a link', LINK.width, placesOf(LINK)],
    ['a node', NODE.width, placesOf(NODE)],
    ['a client', SOURCE.width, placesOf(SOURCE)],
  ])('of %s has a place of its own for each number', (_, width, taken) => {
    expect(new Set(taken).size).toBe(taken.length)
    expect(Math.max(...taken)).toBeLessThan(width.ints)
  })

  it('of a record that waits has its next one where the beginning of its service will stand', () => {
    expect(next).toBe(CALL_RECORD.floats.startedAt * 2)
  })
})
