import { loginSchema } from './accounts.ts'
import { LIMITS } from './limits.ts'
import { atLeastTrimmed, atMost, requiredText } from './text.ts'
import { z } from './zod.ts'

const CODE_REQUIRED = 'Code is required'
const code = requiredText(CODE_REQUIRED).check(atLeastTrimmed(1, CODE_REQUIRED), atMost(64, 'This is not a code'))
const codeMeta = 'Of the authenticator app, or a recovery code.'

/** A random id that a browser keeps. */
export const deviceSchema = z.string().regex(/^[\w-]{22,64}$/)

/** How a sign-in lasts, and in which browser it is. */
const signInSchema = z.object({
  remember: z.boolean().optional().meta({ description: 'Whether the session lasts for `SESSION_REMEMBER`.' }),
  device: deviceSchema
    .optional()
    .meta({ description: 'A random id that the browser keeps. A login from a new one is told by mail.' }),
})

/**
 * A login, as a request. Where the account has a second factor, the answer without a code is a 403 with a fault of `code`, and
 * opens no session.
 */
export const loginRequestSchema = loginSchema.extend(signInSchema.shape).extend({
  code: code.optional().meta({ description: codeMeta }),
})

/** Confirms who is signed in: the password where there is one, and a code where there is a second factor. */
export const confirmationSchema = z.object({
  password: z.string().max(LIMITS.password).optional(),
  code: code.optional().meta({ description: codeMeta }),
})

export const totpCodeSchema = z.object({ code })

const base64url = z
  .string()
  .regex(/^[\w-]+$/)
  .max(12_000)
/** Common to both answers of a browser, as Web Authentication writes them as JSON. */
const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}),
}

const newPasskeyResponseSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
})

const passkeyResponseSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
})

const NAME_REQUIRED = 'Name is required'

export const newPasskeySchema = z.object({
  name: requiredText(NAME_REQUIRED).check(
    atLeastTrimmed(1, NAME_REQUIRED),
    atMost(LIMITS.passkeyName, `Name cannot exceed ${LIMITS.passkeyName} characters`),
    z.refine((text) => !/\p{Cc}/u.test(text), { error: 'Name must not contain control characters' }),
  ),
  response: newPasskeyResponseSchema,
})

export const passkeySignInSchema = signInSchema.extend({ response: passkeyResponseSchema })
export const passkeyConfirmationSchema = z.object({ response: passkeyResponseSchema })

/** What a browser asks an authenticator for: the options of Web Authentication, as JSON. */
export const passkeyOptionsSchema = z.looseObject({ challenge: z.string() })

const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})

/** What an account is signed in to with, beside its password. */
export const factorsSchema = z.object({
  hasPassword: z
    .boolean()
    .meta({ description: 'And may use it: where single sign-on is the only way in nobody does.' }),
  passkeys: z.array(passkeySchema),
  authenticatorApp: z.boolean(),
  recoveryCodes: z.int().meta({ description: 'How many are left.' }),
})

/** The secret of an authenticator app, which is told until a code of it is confirmed. */
export const totpSecretSchema = z.object({
  secret: z.string(),
  uri: z.string().meta({ description: 'The secret as `otpauth:`, for a QR code.' }),
})

export const recoveryCodesSchema = z.object({
  recoveryCodes: z
    .array(z.string())
    .nullable()
    .meta({ description: 'Told this once, with the first factor; null: there are some already.' }),
})

export type LoginWithFactorsRequest = z.infer<typeof loginRequestSchema>
export type ConfirmationRequest = z.infer<typeof confirmationSchema>
export type NewPasskeyRequest = z.infer<typeof newPasskeySchema>
export type PasskeySignInRequest = z.infer<typeof passkeySignInSchema>
export type PasskeyResponse = z.infer<typeof passkeyResponseSchema>
export type PasskeyOptions = z.infer<typeof passkeyOptionsSchema>
export type NewPasskeyResponse = z.infer<typeof newPasskeyResponseSchema>
export type Passkey = z.infer<typeof passkeySchema>
export type Factors = z.infer<typeof factorsSchema>
export type TotpSecret = z.infer<typeof totpSecretSchema>
export type RecoveryCodes = z.infer<typeof recoveryCodesSchema>
