import {
  changePasswordFormSchema,
  emailOnlySchema,
  loginSchema,
  profileSchema,
  registerFormSchema,
  resetPasswordFormSchema,
  saveFlowSchema,
} from '@plimsoll/contract'
import { describe, expect, it } from 'vitest'

interface Schema {
  safeParse(value: unknown): { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }
}

/** Field → its first message, as forms and the server show it. */
function faults(schema: Schema, value: unknown): Record<string, string> {
  const shown: Record<string, string> = {}
  for (const { path, message } of schema.safeParse(value).error?.issues ?? []) shown[path.join('.')] ??= message
  return shown
}

const MIX = 'Password must contain at least one uppercase letter, one lowercase letter, and one number'
const REGISTRATION = {
  firstName: 'A',
  lastName: 'B',
  email: 'a@example.com',
  password: 'Abcdefg1',
  confirmPassword: 'Abcdefg1',
}

describe('login form', () => {
  const check = (changes: object) => faults(loginSchema, { email: 'a@example.com', password: '12345678', ...changes })

  it('[API-32] requires an address and a password of 8 to 256 characters', () => {
    expect(check({})).toEqual({})
    expect(check({ email: '' })).toEqual({ email: 'Email is required' })
    expect(check({ email: '   ' })).toEqual({ email: 'Email is required' })
    expect(check({ password: '' })).toEqual({ password: 'Password is required' })
    expect(check({ password: '1234567' })).toEqual({ password: 'Password must be at least 8 characters' })
    expect(check({ password: 'x'.repeat(256) })).toEqual({})
    expect(check({ password: 'x'.repeat(257) })).toEqual({ password: 'Password cannot exceed 256 characters' })
  })

  it.each(['a', 'a@', '@b.cc', 'a@b', 'a b@c.dd', 'a@b..cc', 'a@b.cc, d@e.ff', `a@${'b'.repeat(250)}.cc`, 'a@b.cc\nx'])(
    '[API-32] refuses the address %j',
    (email) => {
      expect(check({ email })).toEqual({ email: 'Please enter a valid email address' })
      expect(faults(emailOnlySchema, { email })).toEqual({ email: 'Please enter a valid email address' })
    },
  )

  it.each([
    'a@müller.de',
    'a@xn--mller-kva.de',
    'a@пример.рф',
    'a@例え.テスト',
    'a@x.xn--p1ai',
    "o'neil+x@sub.example.co.uk",
  ])('[API-943] takes the address %j', (email) => {
    expect(check({ email })).toEqual({})
  })

  it.each(['ü@example.com', 'ſ@example.com', 'a@-b.cc', 'a@b.c1', 'a@b.xn--'])(
    '[API-943] refuses the address %j',
    (email) => {
      expect(check({ email })).toEqual({ email: 'Please enter a valid email address' })
    },
  )

  it('[API-32] removes spaces around an address', () => {
    expect(loginSchema.parse({ email: ' a@example.com ', password: ' 345678 ' })).toEqual({
      email: 'a@example.com',
      password: ' 345678 ',
    })
  })
})

describe('registration form', () => {
  const check = (changes: object) => faults(registerFormSchema, { ...REGISTRATION, ...changes })

  it('[API-525] takes letters of any script, and what joins and shortens names', () => {
    for (const name of ['J', 'Jean-Luc', "O'Neil", 'J. R.', '李小龍', 'Ångström'])
      expect(check({ firstName: name })).toEqual({})
    for (const lastName of ['R2', 'a_b', '<b>', '😀', 'Jo\n'])
      expect(check({ lastName })).toEqual({ lastName: 'Last name must contain only letters and spaces' })
  })

  it('[API-32] limits names to 1 to 50 characters', () => {
    expect(check({ firstName: 'A'.repeat(50), lastName: '𠮷'.repeat(50) })).toEqual({})
    expect(check({ firstName: '', lastName: ' ' })).toEqual({
      firstName: 'First name is required',
      lastName: 'Last name is required',
    })
    expect(check({ firstName: 'A'.repeat(51), lastName: '𠮷'.repeat(51) })).toEqual({
      firstName: 'First name cannot exceed 50 characters',
      lastName: 'Last name cannot exceed 50 characters',
    })
  })

  it.each([
    ['', 'Password is required'],
    ['Abcdef1', 'Password must be at least 8 characters'],
    ['abcdefg1', MIX],
    ['ABCDEFG1', MIX],
    ['Abcdefgh', MIX],
    ['Äbcdefg1', MIX],
  ])('[API-32] the password %j: %s', (password, message) => {
    expect(check({ password, confirmPassword: password }).password).toBe(message)
  })

  it('[API-32] requires the password twice, and reports a mismatch together with other faults', () => {
    expect(check({ confirmPassword: '' })).toEqual({ confirmPassword: 'Please confirm your password' })
    expect(check({ confirmPassword: 'Abcdefg2' })).toEqual({ confirmPassword: 'Passwords do not match' })
    expect(check({ firstName: '', confirmPassword: 'Abcdefg2' })).toEqual({
      firstName: 'First name is required',
      confirmPassword: 'Passwords do not match',
    })
  })
})

describe('other forms', () => {
  it('[API-32] [API-525] a profile name has 2 to 50 letters of any script, and what joins and shortens names', () => {
    const schema = profileSchema({ firstName: 'Grace', lastName: 'Hopper' })
    const check = (firstName: unknown) => faults(schema, { firstName, lastName: 'Hopper' }).firstName
    const fit = [
      'Jo',
      'Ångström',
      'Anna Maria',
      'e\u0301a',
      '李小龍',
      'Jean-Luc',
      "O'Neil",
      'O’Neil',
      'J. R.',
      'x'.repeat(50),
    ]
    for (const name of fit) {
      expect(check(name)).toBeUndefined()
    }
    expect(check('J')).toBe('First name must be at least 2 characters long')
    expect(check('x'.repeat(51))).toBe('First name cannot exceed 50 characters')
    for (const name of ['R2', 'a_b', 'Jo!', 'Jo\n', 'Jo@home']) {
      expect(check(name)).toBe('First name must contain only letters and spaces')
    }
    expect(check(undefined)).toBe('First name is required')
    expect(check(5)).toBe('Must be text')
    expect(faults(schema, { firstName: 'Jo', lastName: 'J' })).toEqual({
      lastName: 'Last name must be at least 2 characters long',
    })
  })

  it('[API-526] a profile name that has not changed stays valid', () => {
    const schema = profileSchema({ firstName: 'J', lastName: 'R2D2' })
    expect(faults(schema, { firstName: 'J', lastName: 'R2D2' })).toEqual({})
    expect(faults(schema, { firstName: 'R2D2', lastName: 'J' })).toEqual({
      firstName: 'First name must contain only letters and spaces',
      lastName: 'Last name must be at least 2 characters long',
    })
  })

  it('[API-32] a changed password is given twice and follows the rules', () => {
    const good = { currentPassword: 'x', newPassword: 'Abcdefg1', confirmPassword: 'Abcdefg1' }
    const check = (changes: object) => faults(changePasswordFormSchema, { ...good, ...changes })
    expect(check({})).toEqual({})
    expect(check({ currentPassword: '' })).toEqual({ currentPassword: 'Current password is required' })
    expect(check({ newPassword: 'Abcdef1', confirmPassword: 'Abcdef1' })).toEqual({
      newPassword: 'Password must be at least 8 characters long',
    })
    expect(check({ newPassword: 'abcdefgh', confirmPassword: 'abcdefgh' })).toEqual({ newPassword: MIX })
    expect(check({ confirmPassword: 'Abcdefg2' })).toEqual({ confirmPassword: "Passwords don't match" })
    expect(check({ confirmPassword: '' })).toEqual({ confirmPassword: 'Please confirm your password' })
  })

  it.each([
    ['changed', changePasswordFormSchema],
    ['reset', resetPasswordFormSchema],
  ])('[API-1032] a new password that is missing is too short: %s', (_, schema) => {
    for (const newPassword of ['', undefined]) {
      const { newPassword: fault } = faults(schema, { currentPassword: 'x', newPassword, confirmPassword: 'Abcdefg1' })
      expect(fault).toBe('Password must be at least 8 characters long')
    }
  })

  it('[API-32] a password is reset by the same rules', () => {
    const check = (newPassword: string, confirmPassword = newPassword) =>
      faults(resetPasswordFormSchema, { newPassword, confirmPassword })
    expect(check('Abcdefg1')).toEqual({})
    expect(check('Abcdef1')).toEqual({ newPassword: 'Password must be at least 8 characters long' })
    expect(check('abcdefgh')).toEqual({ newPassword: MIX })
    expect(check('Abcdefg1', 'Abcdefg2')).toEqual({ confirmPassword: "Passwords don't match" })
  })

  it('[API-32] a flow has a name and a description', () => {
    expect(faults(saveFlowSchema, { name: 'abc', description: '123456' })).toEqual({})
    expect(faults(saveFlowSchema, { name: 'ab', description: '12345' })).toEqual({
      name: 'Name must be at least 3 characters',
      description: 'Description must be at least 6 characters',
    })
    expect(faults(saveFlowSchema, {})).toEqual({
      name: 'Name must be at least 3 characters',
      description: 'Description must be at least 6 characters',
    })
  })

  // A pattern that backtracks would not come to an end here.
  it('[API-32] checks long hostile texts', () => {
    for (const text of [
      'a'.repeat(50_000),
      'a.'.repeat(25_000),
      `${'a'.repeat(50_000)}@`,
      '@'.repeat(50_000),
      ' '.repeat(50_000),
    ]) {
      const registration = { ...REGISTRATION, email: text, firstName: text, password: text }
      expect(faults(registerFormSchema, registration)).toHaveProperty('email')
      expect(
        faults(profileSchema({ firstName: '', lastName: '' }), { firstName: text, lastName: text }),
      ).toHaveProperty('firstName')
      expect(faults(saveFlowSchema, { name: text, description: text })).toHaveProperty('name')
    }
  })
})
