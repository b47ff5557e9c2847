import { z } from './zod.ts'

/** A session of a user; `userAgent` is the browser's header at login. */
export const sessionSchema = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  userAgent: z.string().nullable(),
  isRemembered: z.boolean(),
  isCurrent: z.boolean(),
})

/** Why a session ended. */
const SESSION_ENDS = [
  'logged-out',
  'ended-from-list',
  'password-changed',
  'password-reset',
  'too-many-sessions',
  'by-administrator',
  'unused',
  'too-old',
  'remembered-too-old',
] as const

/** A session that is over. */
export const endedSessionSchema = z.object({
  id: z.string(),
  endedAt: z.iso.datetime(),
  userAgent: z.string().nullable(),
  reason: z.enum(SESSION_ENDS),
})

export type SessionEnd = (typeof SESSION_ENDS)[number]
export type EndedSession = z.infer<typeof endedSessionSchema>
export type UserSession = z.infer<typeof sessionSchema>
