import { LIMITS } from './limits.ts'
import { atLeastTrimmed, atMost, requiredText } from './text.ts'
import { z } from './zod.ts'

/** What an API token may do: `read` loads flows, versions and experiments; `write` saves and removes them, too. */
export const TOKEN_SCOPES = ['read', 'write'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

const days = `Must be a whole number from 1 to ${LIMITS.tokenDays}`

/** An API token of the user is made with a name, a scope and the days after which it ends. */
export const createTokenSchema = z.object({
  name: requiredText('Name is required').check(
    atLeastTrimmed(1, 'Name is required'),
    atMost(LIMITS.tokenName, `Name cannot exceed ${LIMITS.tokenName} characters`),
    z.refine((text) => !/\p{Cc}/u.test(text), { error: 'Name must not contain control characters' }),
  ),
  scope: z.enum(TOKEN_SCOPES, 'Must be read or write'),
  days: z.int(days).min(1, days).max(LIMITS.tokenDays, days),
})

/** An API token in a list. The token itself is told once, when it is made. */
export const apiTokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.enum(TOKEN_SCOPES),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable().meta({ description: 'To the minute; null: never.' }),
})

export const newApiTokenSchema = apiTokenSchema.extend({
  token: z.string().meta({ description: 'For `Authorization: Bearer`. It is not told again.' }),
})

export type CreateTokenRequest = z.infer<typeof createTokenSchema>
export type ApiToken = z.infer<typeof apiTokenSchema>
export type NewApiToken = z.infer<typeof newApiTokenSchema>
