import { LIMITS } from './limits.ts'
import { atLeast, atLeastTrimmed, atMost, countCharacters, requiredText } from './text.ts'
import { z } from './zod.ts'

export const INVALID_EMAIL = 'Please enter a valid email address'
const PASSWORD_MIX = 'Password must contain at least one uppercase letter, one lowercase letter, and one number'

/** A domain may have letters of any script, as in `müller.de`, or be spelled for machines, as in `xn--mller-kva.de`. */
const EMAIL =
  /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+(?:\p{L}[\p{L}\p{M}]+|[Xx][Nn]--[\dA-Za-z-]+)$/u

/** A valid address; surrounding spaces are removed. */
const emailAddress = requiredText(INVALID_EMAIL)
  .trim()
  .max(LIMITS.email, { error: INVALID_EMAIL, abort: true })
  .regex(EMAIL, INVALID_EMAIL)

export const requiredEmail = requiredText('Email is required').trim().min(1, 'Email is required').pipe(emailAddress)

export const passwordNotTooLong = atMost(LIMITS.password, `Password cannot exceed ${LIMITS.password} characters`)

/** A new password: 8 to 256 characters with a lowercase letter, an uppercase letter and a digit. */
export function chosenPassword(tooShort: string, missing = tooShort) {
  return requiredText(missing)
    .min(1, missing)
    .check(atLeast(LIMITS.passwordMin, tooShort), passwordNotTooLong)
    .regex(/^(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])(?=[^0-9]*[0-9])/, PASSWORD_MIX)
}

const confirmation = requiredText('Please confirm your password').min(1, 'Please confirm your password')

/** Letters of any script with their marks, and what names are joined and shortened with: Jean-Luc, O'Neil, Martin Jr. */
const OF_A_NAME = /^[\p{L}\p{M} .'’-]*$/u

const nameTooLong = (label: string) =>
  atMost(LIMITS.personName, `${label} cannot exceed ${LIMITS.personName} characters`)
const notAName = (label: string) => `${label} must contain only letters and spaces`

/** A name given at registration: 1 to 50 characters of names. */
function givenName(label: string) {
  return requiredText(`${label} is required`)
    .check(atLeastTrimmed(1, `${label} is required`), nameTooLong(label))
    .regex(OF_A_NAME, notAName(label))
}

/** A name in the profile: 2 to 50 characters of names, or the one that is there already. */
function profileName(label: string, present: string) {
  const unless = (isFit: (text: string) => boolean, error: string) =>
    z.refine<string>((text) => text === present || isFit(text), { error })
  return requiredText(`${label} is required`).check(
    unless(
      (text) => countCharacters(text.trim()) >= LIMITS.personNameMin,
      `${label} must be at least ${LIMITS.personNameMin} characters long`,
    ),
    nameTooLong(label),
    unless((text) => OF_A_NAME.test(text), notAName(label)),
  )
}

/** Login, form and request: a valid address and a password of at least 8 characters. */
export const loginSchema = z.object({
  email: requiredEmail,
  password: requiredText('Password is required')
    .min(1, 'Password is required')
    .check(atLeast(LIMITS.passwordMin, 'Password must be at least 8 characters'), passwordNotTooLong),
})

export const registerSchema = z.object({
  firstName: givenName('First name'),
  lastName: givenName('Last name'),
  email: requiredEmail,
  password: chosenPassword('Password must be at least 8 characters', 'Password is required'),
})

/** The registration form: the request and a repeated password. */
export const registerFormSchema = registerSchema
  .extend({ confirmPassword: confirmation })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    error: 'Passwords do not match',
    when: bothPresent('password', 'confirmPassword'),
  })

/** A request for a verification or reset mail. */
export const emailOnlySchema = z.object({ email: emailAddress })

export const resetPasswordSchema = z.object({
  token: requiredText('Invalid or expired password reset token.').min(1, 'Invalid or expired password reset token.'),
  newPassword: chosenPassword('Password must be at least 8 characters long'),
})

/** The reset form: the new password twice; the token comes from the URL. */
export const resetPasswordFormSchema = resetPasswordSchema
  .omit({ token: true })
  .extend({ confirmPassword: confirmation })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    error: "Passwords don't match",
    when: bothPresent('newPassword', 'confirmPassword'),
  })

/** A request to change the names, which is checked by `profileSchema` once the present ones are known. */
export const namesSchema = z.object({
  firstName: requiredText('First name is required'),
  lastName: requiredText('Last name is required'),
})

/** The profile's editable fields, form and request: what has not changed is valid. */
export const profileSchema = (present: z.infer<typeof namesSchema>) =>
  z.object({
    firstName: profileName('First name', present.firstName),
    lastName: profileName('Last name', present.lastName),
  })

export const changePasswordSchema = z.object({
  currentPassword: requiredText('Current password is required')
    .min(1, 'Current password is required')
    .check(passwordNotTooLong),
  newPassword: chosenPassword('Password must be at least 8 characters long'),
})

/** The change-password form: the request and a repeated new password. */
export const changePasswordFormSchema = changePasswordSchema
  .extend({ confirmPassword: confirmation })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    error: "Passwords don't match",
    when: bothPresent('newPassword', 'confirmPassword'),
  })

/** Reports a mismatch together with the other faults of a form, not only once those are fixed. */
function bothPresent(...fields: string[]) {
  return ({ value }: { value: unknown }) =>
    typeof value === 'object' &&
    value !== null &&
    fields.every((field) => typeof Reflect.get(value, field) === 'string' && Reflect.get(value, field) !== '')
}

/** What a user has stored, compressed, and may store. */
export const ownStorageSchema = z.object({ usedBytes: z.int(), allowedBytes: z.int() })

/** A profile in a response. */
export const profileDataSchema = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  isEmailVerified: z.boolean(),
  isAdministrator: z.boolean(),
  /** Given, and true, in a sandbox of the demo. */
  isDemo: z.boolean().optional(),
})

/** Account deletion requires the current password. */
export const deleteAccountSchema = changePasswordSchema.pick({ currentPassword: true })

export const registrationDataSchema = z.object({ email: z.string() })

export const loginDataSchema = z.object({ token: z.string() })

export type LoginRequest = z.infer<typeof loginSchema>
export type RegisterRequest = z.infer<typeof registerSchema>
export type ProfileUpdate = z.infer<typeof namesSchema>
export type EmailOnlyRequest = z.infer<typeof emailOnlySchema>
export type ResetPasswordRequest = z.infer<typeof resetPasswordSchema>
export type ChangePasswordRequest = z.infer<typeof changePasswordSchema>
export type Profile = z.infer<typeof profileDataSchema>
export type UsedStorage = z.infer<typeof ownStorageSchema>
