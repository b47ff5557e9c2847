import { describe, expect, it } from 'vitest'
import { inOrder, withNew } from '../../src/features/editor/panels/simulation/steady-order.ts'

describe('what is listed under the pointer', () => {
  it('[RUN-773] [RUN-775] keeps its places: what is gone leaves none, what is new comes after', () => {
    const keyOf = (one: string) => one.toLowerCase()
    expect(inOrder(['C', 'B', 'A'], keyOf, ['a', 'b', 'c'])).toEqual(['A', 'B', 'C'])
    expect(inOrder(['C', 'A'], keyOf, ['a', 'b', 'c'])).toEqual(['A', 'C'])
    expect(inOrder([], keyOf, ['a'])).toEqual([])
    expect(withNew(['b', 'a'], ['new', 'a'])).toEqual(['b', 'a', 'new'])
  })

  it('[RUN-792] is free to take any place once nothing was listed', () => {
    expect(withNew(['b', 'a'], [])).toBeNull()
  })

  it('[RUN-773] stays as it is while nothing new comes', () => {
    const order = ['b', 'a']
    expect(withNew(order, ['a'])).toBe(order)
  })
})
