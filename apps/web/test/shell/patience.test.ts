import { expect, test } from 'vitest'
import { patienceFor } from '../../src/shared/api/patience.ts'

test('[UI-343] an answer is waited for a minute longer for each megabyte that is sent', () => {
  expect([undefined, '{}', 'x'.repeat(2_500_000)].map(patienceFor)).toEqual([15_000, 15_000, 135_000])
})
