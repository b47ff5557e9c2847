import { describe, expect, it } from 'vitest'
import { CALL_RECORD } from '../../src/engine/call-record-row.ts'

const { ints, floats, width } = CALL_RECORD
const { next, ...whole } = ints

describe("a call record's row", () => {
  it('has a place of its own for each number', () => {
    const taken = [...Object.values(whole), ...Object.values(floats).flatMap((at) => [at * 2, at * 2 + 1])]
    expect(new Set(taken).size).toBe(taken.length)
    expect(Math.max(...taken)).toBeLessThan(width.ints)
  })

  it('has the next one of a queue where the beginning of its service will stand', () => {
    expect(next).toBe(floats.startedAt * 2)
  })
})
