import { z } from './zod.ts'

/** Who may make an account without an administrator. */
export const REGISTRATION_MODES = ['open', 'invite', 'domains', 'off'] as const

/** Configuration that the browser needs before login. */
export const siteConfigSchema = z.object({
  brand: z.string(),
  demo: z
    .object({ email: z.string(), password: z.string() })
    .nullable()
    .meta({ description: 'Credentials that fill the login form and open a sandbox; null outside demo mode.' }),
  outbox: z.string().nullable().meta({
    description:
      'Path of the outbox; null when mail is sent, and where the public URL is not this machine. The start of the server prints what opens it.',
  }),
  registration: z.object({ mode: z.enum(REGISTRATION_MODES), domains: z.array(z.string()) }).meta({
    description: 'Who may make an account: everybody, who was invited, addresses at these domains, or nobody.',
  }),
  singleSignOn: z
    .object({ name: z.string(), isOnly: z.boolean() })
    .nullable()
    .meta({ description: 'What single sign-on is called, and whether it is the only way in; null without it.' }),
  sendsMail: z.boolean().meta({ description: 'Whether mails are sent to anybody.' }),
  resetLinkLifetime: z.string().meta({ description: 'How long a link to reset a password lasts, in words.' }),
})

/** A mail in the outbox of a server without SMTP; its HTML part has a route of its own. */
export const outboxMailSchema = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  sentAt: z.iso.datetime(),
  page: z.string().meta({ description: 'The address of its HTML part.' }),
})

export const statusSchema = z.object({ status: z.literal('ok') })

/** Why single sign-on signed nobody in, as its page is told. */
export const SIGN_IN_FAILURES = ['denied', 'expired', 'unverified', 'disabled', 'unavailable', 'failed'] as const

export type SignInFailure = (typeof SIGN_IN_FAILURES)[number]
export type SiteConfig = z.infer<typeof siteConfigSchema>
export type OutboxMail = z.infer<typeof outboxMailSchema>
