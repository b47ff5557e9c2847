import { emailOnlySchema, registerSchema } from './accounts.ts'
import { LIMITS } from './limits.ts'
import { requiredText } from './text.ts'
import { z } from './zod.ts'

/** What an account may do on the server; see docs/decisions/0304. */
export const USER_ROLES = ['user', 'administrator'] as const

export type UserRole = (typeof USER_ROLES)[number]

const time = z.iso.datetime()
const ANY = z.string()

/** Which accounts a list has: all, those that wait for an address or an approval, those that are disabled, administrators. */
export const ACCOUNT_STATES = ['waiting', 'disabled', 'administrator'] as const

/** One page of a list; `cursor` is where the page before ended. */
const page = { cursor: ANY.max(400, 'Must be the cursor of a page before').optional() }

export const accountsQuerySchema = z.object({
  ...page,
  search: ANY.max(LIMITS.searchWords, `Must be at most ${LIMITS.searchWords} characters`).optional(),
  state: z.enum(ACCOUNT_STATES, `Must be one of ${ACCOUNT_STATES.join(', ')}`).optional(),
})

/** An account as an administrator sees it: how much, not what. */
export const accountSchema = z.object({
  id: ANY,
  email: ANY,
  name: ANY,
  role: z.enum(USER_ROLES),
  isVerified: z.boolean(),
  isDisabled: z.boolean(),
  isSelf: z.boolean(),
  createdAt: time,
  lastSeenAt: time.nullable().meta({ description: 'The last use of a session that is open; null without one.' }),
  sessions: z.int(),
  flows: z.int(),
  bytes: z.number().meta({ description: 'All that counts for the storage that it may use, as it is stored.' }),
  mostFlows: z.int().nullable().meta({ description: 'How many flows it may have; null for what FLOWS_PER_USER says.' }),
  mostMb: z
    .int()
    .nullable()
    .meta({ description: 'How many megabytes it may store; null for what USER_QUOTA_MB says.' }),
})

export const accountsSchema = z.object({ accounts: z.array(accountSchema), next: ANY.nullable() })

const QUOTA = 'Must be a whole number from 1 to 9999999'
const quota = z.int(QUOTA).min(1, QUOTA).max(9_999_999, QUOTA).nullable().optional()

export const changeAccountSchema = z.strictObject({
  isDisabled: z.boolean('Must be true or false').optional(),
  role: z.enum(USER_ROLES, `Must be one of ${USER_ROLES.join(', ')}`).optional(),
  mostFlows: quota,
  mostMb: quota,
  isApproved: z.literal(true, 'Must be true').optional(),
})

export const linkSchema = z.object({ link: ANY, expiresAt: time })

/** Whom an administrator invites. */
export const inviteSchema = emailOnlySchema.extend({
  isMailed: z.boolean('Must be true or false').default(true),
})

export const invitationSchema = z.object({
  id: ANY,
  email: ANY,
  invitedBy: ANY.nullable(),
  createdAt: time,
  expiresAt: time,
  isExpired: z.boolean(),
})

/** `link` is told once, and null where a mail brings it. */
export const newInvitationSchema = invitationSchema.extend({ link: ANY.nullable() })

const secret = requiredText('No link was given').min(1, 'No link was given').max(100, 'No such link')

/** The secret of a link that was printed, mailed or copied. */
export const linkSecretSchema = z.object({ token: secret })

export const openInvitationSchema = z.object({ email: ANY })

export const acceptInvitationSchema = registerSchema.omit({ email: true }).extend({ token: secret })

/** A new account that is the administrator of the server. */
export const firstAdministratorSchema = registerSchema.extend({ token: secret })

export const queuedMailSchema = z.object({
  id: ANY,
  kind: ANY,
  email: ANY,
  createdAt: time,
  dueAt: time,
  attempts: z.int(),
  failure: ANY.nullable().meta({ description: 'Why the last attempt failed.' }),
  isGivenUp: z.boolean(),
})

export const mailQueueSchema = z.object({
  sendsMail: z.boolean(),
  waiting: z.int(),
  givenUp: z.int(),
  mails: z.array(queuedMailSchema).meta({ description: 'At most 200: those that failed, then those due next.' }),
})

export const openExperimentSchema = z.object({
  id: ANY,
  kind: ANY,
  email: ANY,
  state: z.enum(['queued', 'running']),
  share: z.number(),
  progress: ANY,
  createdAt: time,
  startedAt: time.nullable(),
  attempts: z.int(),
})

export const experimentQueueSchema = z.object({
  threads: z.int().meta({ description: 'Threads of the server that answers; 0: workers compute everything.' }),
  parts: z
    .object({ waiting: z.int(), running: z.int() })
    .nullable()
    .meta({ description: 'Parts that workers take; null where none ever did.' }),
  queued: z.int(),
  running: z.int(),
  experiments: z.array(openExperimentSchema).meta({ description: 'At most 200, the oldest first.' }),
})

const bytes = {
  ...{ flows: z.number(), versions: z.number(), bin: z.number() },
  live: z.number().meta({ description: 'Of what is drawn together, with its log.' }),
  experiments: z.number(),
}

export const storageSchema = z.object({
  database: z.enum(['SQLite', 'PostgreSQL']),
  databaseBytes: z.number(),
  freeBytes: z.number().nullable().meta({ description: 'Of the disk of SQLite; null for PostgreSQL.' }),
  bytes: z.object(bytes).meta({ description: 'Of everybody.' }),
  largest: z
    .array(z.object({ name: ANY, isTeam: z.boolean(), ...bytes }))
    .meta({ description: 'The 50 accounts and teams that take most.' }),
})

export const settingSchema = z.object({
  name: ANY,
  value: ANY.meta({ description: 'Of secrets only whether they are set.' }),
  isDefault: z.boolean(),
})

/** What the audit log has, in groups by which it is looked through, each with its words. */
export const AUDIT_GROUPS = {
  signIn: {
    login: 'Signed in',
    'login-failed': 'Sign-in failed',
    'login-disabled': 'Sign-in refused: disabled',
    'single-sign-on': 'Signed in by single sign-on',
    'single-sign-on-failed': 'Single sign-on failed',
  },
  accounts: {
    registered: 'Registered',
    'invitation-accepted': 'Accepted an invitation',
    'password-changed': 'Changed the password',
    'password-reset': 'Reset the password',
    'email-changed': 'Changed the address',
    'factor-added': 'Added a second factor',
    'factor-removed': 'Removed a second factor',
    'recovery-codes-made': 'Made new recovery codes',
    'account-deleted': 'Deleted the own account',
    'token-made': 'Made an API token',
    'token-revoked': 'Revoked an API token',
  },
  sharing: {
    'flow-shared': 'Shared a flow',
    'flow-unshared': 'Stopped sharing a flow',
    'flow-handed-on': 'Handed on a flow',
    'flow-moved': 'Moved a flow',
    'flow-removed': 'Removed a flow',
    'flow-deleted': 'Deleted a flow for good',
    'link-made': 'Made a link',
    'link-revoked': 'Revoked a link',
    'link-role-taken': 'Took the role of a link',
    'flow-left': 'Left a flow',
    'team-made': 'Made a team',
    'team-renamed': 'Renamed a team',
    'team-deleted': 'Deleted a team',
    'team-member-put': 'Put a member in a team',
    'team-member-removed': 'Removed a member from a team',
    'team-left': 'Left a team',
  },
  administration: {
    'administrator-claimed': 'Became administrator',
    'role-changed': 'Changed a role',
    'administrator-link-made': 'Made a link for an administrator',
    'user-made': 'Made an account',
    'user-invited': 'Invited somebody',
    'invitation-renewed': 'Renewed an invitation',
    'invitation-revoked': 'Revoked an invitation',
    'user-approved': 'Approved an account',
    'user-disabled': 'Disabled an account',
    'user-enabled': 'Enabled an account',
    'user-deleted': 'Deleted an account',
    'quota-changed': 'Changed a quota',
    'sessions-revoked': 'Ended sessions',
    'reset-link-made': 'Made a reset link',
    'experiment-cancelled': 'Cancelled an experiment',
    'mail-retried': 'Retried a mail',
    'mail-removed': 'Removed a mail',
    'mail-tested': 'Sent a test mail',
    'audit-exported': 'Exported the audit log',
  },
} as const

export type AuditGroup = keyof typeof AUDIT_GROUPS
export type AuditEvent = { [Group in AuditGroup]: keyof (typeof AUDIT_GROUPS)[Group] }[AuditGroup]

export const AUDIT_GROUP_NAMES = Object.keys(AUDIT_GROUPS) as AuditGroup[]
const AUDIT_EVENTS = AUDIT_GROUP_NAMES.flatMap((group) => Object.keys(AUDIT_GROUPS[group])) as AuditEvent[]

export const auditFilterSchema = z.object({
  group: z.enum(AUDIT_GROUP_NAMES, `Must be one of ${AUDIT_GROUP_NAMES.join(', ')}`).optional(),
  email: ANY.max(LIMITS.email, 'Must be an address').optional().meta({ description: 'Of who did it, or to whom.' }),
  since: z.iso.date('Must be a date such as 2026-01-31').optional(),
})

export const auditQuerySchema = auditFilterSchema.extend(page)

const party = z.object({ id: ANY, name: ANY.nullable() }).nullable()

export const auditEntrySchema = z.object({
  id: ANY,
  at: time,
  event: z.enum(AUDIT_EVENTS),
  actor: party.meta({ description: 'Who did it; its address is null once the account is deleted.' }),
  subject: party.meta({ description: 'What it was done to: an account, a team, a flow, an invitation.' }),
  detail: ANY,
  address: ANY.nullable().meta({ description: 'The network address.' }),
})

export const auditPageSchema = z.object({
  keptDays: z.number(),
  entries: z.array(auditEntrySchema),
  next: ANY.nullable(),
})

export type Account = z.infer<typeof accountSchema>
export type Accounts = z.infer<typeof accountsSchema>
export type AccountsQuery = z.infer<typeof accountsQuerySchema>
export type AccountState = (typeof ACCOUNT_STATES)[number]
export type ChangeAccountRequest = z.infer<typeof changeAccountSchema>
export type LinkToCopy = z.infer<typeof linkSchema>
export type InviteRequest = z.infer<typeof inviteSchema>
export type Invitation = z.infer<typeof invitationSchema>
export type NewInvitation = z.infer<typeof newInvitationSchema>
export type AcceptInvitationRequest = z.infer<typeof acceptInvitationSchema>
export type FirstAdministratorRequest = z.infer<typeof firstAdministratorSchema>
export type QueuedMail = z.infer<typeof queuedMailSchema>
export type MailQueue = z.infer<typeof mailQueueSchema>
export type OpenExperiment = z.infer<typeof openExperimentSchema>
export type ExperimentQueue = z.infer<typeof experimentQueueSchema>
export type Storage = z.infer<typeof storageSchema>
export type Setting = z.infer<typeof settingSchema>
export type AuditFilter = z.infer<typeof auditFilterSchema>
export type AuditQuery = z.infer<typeof auditQuerySchema>
export type AuditEntry = z.infer<typeof auditEntrySchema>
export type AuditPage = z.infer<typeof auditPageSchema>
