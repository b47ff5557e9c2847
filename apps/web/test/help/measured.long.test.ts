import { describe, expect, it } from 'vitest'
import { measureLiveEngine } from './measure.ts'

describe('the figures on the help page', { timeout: 180_000 }, () => {
  it('[UI-92] are those that the live engine gives', async () => {
    const text = `${JSON.stringify(measureLiveEngine(), null, 2)}\n`
    await expect(text).toMatchFileSnapshot('../../src/features/help/elements/measured.json')
  })
})
