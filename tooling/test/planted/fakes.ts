import { describe, expect, it } from 'vitest'

// it('[FAK-1] is commented out', () => {
//   expect(1).toBe(1)
// })

it.skip('[FAK-2] is skipped', () => {
  expect(1).toBe(1)
})

it.todo('[FAK-3] is to be written')

it('[FAK-4] has an empty body', () => {})

it.runIf(false)('[FAK-5] runs if false', () => {
  expect(1).toBe(1)
})

describe.skip('[FAK-6] describes what is skipped', () => {
  it('passes', () => {
    expect(1).toBe(1)
  })
})

it.fails('[FAK-7] is expected to fail', () => {
  expect(1).toBe(2)
})

it('[FAK-9] skips itself without a reason', (context) => {
  context.skip()
})

it('cites [FAK-10] in the middle of its title', () => {
  expect(1).toBe(1)
})

it('[FAK-11] skips itself for a reason', (context) => {
  context.skip('no such disk')
})

it('[FAK-12] [FAK-13] passes', () => {
  expect(1).toBe(1)
})

describe('[FAK-14] around a test', () => {
  it('passes', () => {
    expect('[FAK-8] is a string that is no title').toContain('string')
  })
})
