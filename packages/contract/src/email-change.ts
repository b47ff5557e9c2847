import { changePasswordSchema, requiredEmail } from './accounts.ts'
import { requiredText } from './text.ts'
import { z } from './zod.ts'

/** A request for another address, form and body. */
export const changeEmailSchema = z.object({
  newEmail: requiredEmail,
  currentPassword: changePasswordSchema.shape.currentPassword,
})

/** A change of the address that waits until the links in the mails to both are opened. */
export const emailChangeSchema = z.object({
  newEmail: z.string(),
  isOldConfirmed: z.boolean(),
  isNewConfirmed: z.boolean(),
})

export const confirmEmailChangeSchema = z.object({ token: requiredText('No token found').min(1, 'No token found') })

export type ChangeEmailRequest = z.infer<typeof changeEmailSchema>
export type EmailChange = z.infer<typeof emailChangeSchema>
