import { expect, test } from '@playwright/test'

// test('[FAK-1] is commented out', () => {
//   expect(1).toBe(1)
// })

test.skip('[FAK-2] is skipped', () => {
  expect(1).toBe(1)
})

test.fixme('[FAK-3] is to be mended', () => {
  expect(1).toBe(1)
})

test('[FAK-4] has an empty body', () => {})

test('[FAK-5] skips itself without a reason', () => {
  test.skip(true)
  expect(1).toBe(1)
})

test.describe
  .skip('[FAK-6] describes what is skipped', () => {
    test('passes', () => {
      expect(1).toBe(1)
    })
  })

test.fail('[FAK-7] is expected to fail', () => {
  expect(1).toBe(2)
})

test('[FAK-9] leaves it to its fixtures to expect something', async () => {
  await test.step('a step', () => {})
})
test.afterEach(() => {
  expect(1).toBe(1)
})

test('cites [FAK-10] in the middle of its title', () => {
  expect(1).toBe(1)
})

test('[FAK-11] skips itself for a reason', () => {
  test.skip(true, 'no such disk')
  expect(1).toBe(1)
})

test('[FAK-12] [FAK-13] passes', async () => {
  await test.step('a step', () => {
    expect(1).toBe(1)
  })
})

test.describe('[FAK-14] around a test', () => {
  test('passes', () => {
    expect('[FAK-8] is a string that is no title').toContain('string')
  })
})
