import { z } from './zod.ts'

/** Configuration that the browser needs before login. */
export const siteConfigSchema = z.object({
  brand: z.string(),
  demo: z
    .object({ email: z.string(), password: z.string() })
    .nullable()
    .meta({ description: 'Credentials of the demo account, which fill the login form; null outside demo mode.' }),
  outbox: z
    .string()
    .nullable()
    .meta({ description: 'Path of the outbox; null when mail is sent, and for requests from other machines.' }),
  resetLinkLifetime: z.string().meta({ description: 'How long a link to reset a password lasts, in words.' }),
})

/** A mail in the outbox of a server without SMTP; its HTML part has a route of its own. */
export const outboxMailSchema = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  sentAt: z.iso.datetime(),
})

export const statusSchema = z.object({ status: z.literal('ok') })

export type SiteConfig = z.infer<typeof siteConfigSchema>
export type OutboxMail = z.infer<typeof outboxMailSchema>
