import { chosenPassword, passwordNotTooLong, registerSchema } from './accounts.ts'
import { LIMITS } from './limits.ts'
import { requiredText } from './text.ts'
import { z } from './zod.ts'

/** A value that a browser chose at random and keeps. */
const browserKey = z.string('Must be text').max(LIMITS.browserKey, `Must be at most ${LIMITS.browserKey} characters`)

/** A request to register. The link in the mail asks for the password in any other browser. */
export const registrationSchema = registerSchema.extend({
  browser: browserKey.optional().meta({ description: 'What the browser keeps, to tell it when the link is opened.' }),
})

/** The link of a verification mail. */
export const verificationSchema = z.object({
  token: z.string('No verification token found').min(1, 'No verification token found'),
  browser: browserKey.optional().meta({
    description:
      'Given by a page: what its browser keeps, empty if nothing. Where it did not register, the password is held.',
  }),
})

/** How who verified an address confirms the password of the registration, or replaces it. */
export const confirmPasswordSchema = z
  .object({
    token: requiredText('No verification token found').min(1, 'No verification token found'),
    password: requiredText('Password is required').min(1, 'Password is required').check(passwordNotTooLong).optional(),
    newPassword: chosenPassword('Password must be at least 8 characters long').optional(),
  })
  .refine(({ password, newPassword }) => (password === undefined) !== (newPassword === undefined), {
    path: ['password'],
    error: 'Either the password or a new one is required',
  })

export type RegistrationRequest = z.infer<typeof registrationSchema>
export type VerificationRequest = z.infer<typeof verificationSchema>
export type ConfirmPasswordRequest = z.infer<typeof confirmPasswordSchema>
