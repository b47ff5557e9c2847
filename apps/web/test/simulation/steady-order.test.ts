import { describe, expect, it } from 'vitest'
import { inOrder } from '../../src/features/editor/panels/simulation/steady-order.ts'

describe('what is listed under the pointer', () => {
  it('[RUN-773] keeps its places: what is gone leaves none, what is new comes after', () => {
    const keyOf = (one: string) => one.toLowerCase()
    expect(inOrder(['C', 'B', 'A'], keyOf, ['a', 'b', 'c'])).toEqual(['A', 'B', 'C'])
    expect(inOrder(['New', 'C', 'A'], keyOf, ['a', 'b', 'c'])).toEqual(['A', 'C', 'New'])
    expect(inOrder([], keyOf, ['a'])).toEqual([])
  })
})
