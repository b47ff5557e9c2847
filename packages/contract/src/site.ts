import { z } from './zod.ts'

/** What the browser needs to know before anyone logs in. */
export const siteConfigSchema = z.object({
  brand: z.string(),
  demo: z
    .object({ email: z.string(), password: z.string() })
    .nullable()
    .meta({ description: 'The demo account that the login form is filled with; null without demo mode.' }),
  outbox: z.string().nullable().meta({ description: 'Where kept mails can be read; null when mail is sent.' }),
})

export const statusSchema = z.object({ status: z.literal('ok') })

export type SiteConfig = z.infer<typeof siteConfigSchema>
