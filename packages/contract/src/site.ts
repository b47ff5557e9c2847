import { z } from './zod.ts'

/** What the browser needs to know before anyone logs in. */
export const siteConfigSchema = z.object({
  brand: z.string(),
  demo: z
    .object({ email: z.string(), password: z.string() })
    .nullable()
    .meta({ description: 'The demo account that the login form is filled with; null without demo mode.' }),
  outbox: z
    .string()
    .nullable()
    .meta({ description: 'Where kept mails can be read; null when mail is sent, and for other machines.' }),
  resetLinkLifetime: z.string().meta({ description: 'How long a link to reset a password lasts, in words.' }),
})

/** A mail that was kept instead of sent; its HTML part is a page of its own. */
export const keptMailSchema = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  sentAt: z.iso.datetime(),
})

export const statusSchema = z.object({ status: z.literal('ok') })

export type SiteConfig = z.infer<typeof siteConfigSchema>
export type KeptMail = z.infer<typeof keptMailSchema>
