import { expect, test } from '@playwright/test'

test('passes the second time', () => {
  expect(test.info().retry).toBe(1)
})
