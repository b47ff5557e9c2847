import { test as base, expect } from '@playwright/test'

const test = base.extend<object, { server: undefined }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      await use(undefined)
      throw new Error('the server did not stop in good order')
    },
    { scope: 'worker', auto: true },
  ],
})

test('passes', () => {
  expect(1).toBe(1)
})
