import { describe, expect, it } from 'vitest'
import { passwordStrength } from '../../src/shared/password/password-strength.ts'

const ada = ['Ada', 'Lovelace', 'ada.lovelace@analytical.example']

describe('how hard a password is to guess', () => {
  it.each([
    ['Password1', 'this is '],
    ['Lovelace1', 'your name or address'],
    ['Analytical1', 'your name or address'],
  ])('[UI-65] [UI-325] %s is weak, and why', (password, reason) => {
    const { level, bars, advice } = passwordStrength(password, ada)
    expect({ level, bars }).toEqual({ level: 'Weak', bars: 1 })
    expect(advice).toContain(reason)
  })

  it.each(['Plimsoll1', 'Waterline1', 'Loadbalancer1'])(
    '[UI-325] %s is weak for being a word of this product',
    (password) => {
      expect(passwordStrength(password, []).level).toBe('Weak')
    },
  )

  it.each([
    ['correct horse battery staple', 'Password must contain'],
    ['Tq7-vess', null],
    ['Tq7-ves', 'Password must be at least 8 characters'],
    [`Tq7${'-vessel'.repeat(40)}`, 'Password cannot exceed 256 characters'],
  ])('[UI-1226] %s has no strength where the rule refuses it', (password, refusal) => {
    const { level, bars, advice } = passwordStrength(password, ada)
    expect(level === 'Refused').toBe(refusal !== null)
    if (refusal !== null) expect({ bars, advice }).toEqual({ bars: 0, advice: expect.stringContaining(refusal) })
  })

  it('[UI-65] a strong password needs no advice', () => {
    expect(passwordStrength('Tq7-vessel-umbra-Kettle', ada)).toEqual({ level: 'Strong', bars: 4, advice: null })
  })

  it('[UI-328] of a long password the first 64 characters are estimated', () => {
    const longest = `Aa1${'p@ssw0rd'.repeat(31)}`
    expect(passwordStrength(longest, ada)).toEqual(passwordStrength(longest.slice(0, 64), ada))
  })
})
