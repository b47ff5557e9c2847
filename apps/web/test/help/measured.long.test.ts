import { describe, expect, it } from 'vitest'
import { isFullSize, timeLimit } from '../../../../tooling/lib/test-size.ts'
import stated from '../../src/features/help/elements/measured.json' with { type: 'json' }
import { MEASUREMENTS } from './measure.ts'

describe('the figures on the help page', { timeout: timeLimit(180_000) }, () => {
  it('[UI-92] are those that the live engine gives', async () => {
    // Half of the time goes into the arrivals.
    const chosen = Object.entries(MEASUREMENTS).filter(([name]) => isFullSize || name !== 'arrivals')
    const measured = Object.fromEntries(chosen.map(([name, measure]) => [name, measure()]))
    // `verify:full -- --update` writes the file.
    if (isFullSize)
      await expect(`${JSON.stringify(measured, null, 2)}\n`).toMatchFileSnapshot(
        '../../src/features/help/elements/measured.json',
      )
    else expect(stated).toMatchObject(measured)
  })
})
