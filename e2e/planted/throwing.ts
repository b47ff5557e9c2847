import { expect, test } from '@playwright/test'

test('passes', () => {
  expect(1).toBe(1)
})

throw new Error('this file cannot be loaded')
