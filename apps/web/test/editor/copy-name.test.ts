import { LIMITS } from '@plimsoll/contract'
import { describe, expect, it } from 'vitest'
import { copyName } from '../../src/features/editor/panels/dialogs/copy-name.ts'

describe('the name of a copy', () => {
  it('[EDT-86] says that it is one', () => {
    expect(copyName('Shop')).toBe('Shop (copy)')
    expect(copyName('  Shop ')).toBe('Shop (copy)')
  })

  it('[EDT-86] is no longer than a name may be, and cuts no character in two', () => {
    expect(copyName('x'.repeat(LIMITS.flowName))).toBe(`${'x'.repeat(LIMITS.flowName - 7)} (copy)`)
    expect([...copyName('🚢'.repeat(LIMITS.flowName))]).toHaveLength(LIMITS.flowName)
    expect(copyName('🚢'.repeat(LIMITS.flowName))).not.toMatch(/\p{Surrogate}/u)
  })
})
