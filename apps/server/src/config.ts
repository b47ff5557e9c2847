import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { LIMITS, REGISTRATION_MODES, type Setting } from '@plimsoll/contract'
import { z } from 'zod'
import { canonicalDomain } from './email-address.ts'
import { isLoopback } from './loopback.ts'
import type { Sender } from './mail/mail-transport.ts'

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const MAX_DURATION_MS = 36_500 * UNITS.d
const SENDER = /^(?:(?<name>[^<>"\p{Cc}]*)<(?<named>[^<>]*)>|(?<bare>[^<>]*))$/u
/** With a `*.` it is every host below. */
const ANCESTOR = /^https?:\/\/(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)*(?::\d{1,5})?$/i
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const duration = z
  .string()
  .regex(/^\d+(?:ms|s|m|h|d)$/, 'must be a duration such as 500ms, 30s, 15m, 1h or 7d')
  .transform((text) => {
    const unit = text.replace(/^\d+/, '') as keyof typeof UNITS
    return Number.parseInt(text, 10) * UNITS[unit]
  })
  .pipe(z.number().min(1, 'must be longer than nothing').max(MAX_DURATION_MS, 'must be at most 36500d'))

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port: a whole number from 0 to 65535')
  .transform(Number)
  .pipe(z.int().max(65_535, 'must be a port: a whole number from 0 to 65535'))

const flag = z
  .enum(['1', '0', 'true', 'false', 'on', 'off'], 'must be on or off (1 and 0, true and false are taken as well)')
  .transform((text) => ['1', 'true', 'on'].includes(text))

/** Scheme, host and port, the beginning of links in pages and mails. */
const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
  .refine((text) => ['', '/'].includes(new URL(text).pathname + new URL(text).search), {
    error: 'must be an address without a path',
    when: ({ issues }) => issues.length === 0,
  })
  .transform((text) => new URL(text).origin)

const DOMAIN = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u
const domains = z
  .string()
  .transform((text) =>
    text
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean)
      .map((name) => canonicalDomain(name) || name),
  )
  .refine((names) => names.length > 0 && names.every((name) => DOMAIN.test(name)), {
    error: 'must be domains such as example.com, separated by commas',
  })

/** Names separated by commas. */
const names = z.string().transform((text) => [...new Set(text.split(',').map((name) => name.trim()))].filter(Boolean))

/** Requests to it carry the client's secret, so they go over https, except on this machine. */
const issuer = z
  .url({ protocol: /^https?$/, error: 'must be an https:// address' })
  .refine((text) => text.startsWith('https:') || isLoopback(new URL(text).hostname), {
    error: 'must be an https:// address',
    when: ({ issues }) => issues.length === 0,
  })

/** Refuses options in the URL, which could turn off TLS. */
const smtpUrl = z
  .url({ protocol: /^smtps?$/, hostname: /./, error: 'must be an smtp:// or smtps:// address' })
  .refine((text) => ['', '/'].includes(new URL(text).pathname + new URL(text).search), {
    error: 'must be an address without a path or options',
    when: ({ issues }) => issues.length === 0,
  })
  .refine((text) => isPercentEncoded(new URL(text).username) && isPercentEncoded(new URL(text).password), {
    error: 'must have its user and password percent-encoded',
    when: ({ issues }) => issues.length === 0,
  })

const sender = z.string().transform((text, context): Sender => {
  const { name = '', named, bare } = SENDER.exec(text)?.groups ?? {}
  const address = z.email().safeParse((named ?? bare)?.trim())
  if (!address.success) context.addIssue('must be an address such as Plimsoll <no-reply@example.com>')
  return { name: name.trim(), address: address.data ?? '' }
})

interface Fit {
  /** The variables that it depends on. */
  of: readonly string[]
  isFit(given: Readonly<Record<string, unknown>>): boolean
}

/** What a variable must be beside others. Looked at where these are valid, whatever the rest is, so that one message tells all. */
const fits = (name: string, error: string, { of, isFit }: Fit) =>
  z.refine<Readonly<Record<string, unknown>>>(isFit, {
    path: [name],
    error,
    when: ({ issues }) => !issues.some(({ path }) => [name, ...of].includes(String(path?.[0]))),
  })

const isSet = (value: unknown) =>
  value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0)

const environment = z
  .object({
    PORT: port.default(3000),
    HOST: z.string().min(1).default('127.0.0.1'),
    DATA_DIR: z
      .string()
      .min(1)
      .default('data')
      .transform((path) => resolve(path)),
    DATABASE_URL: z.url({ protocol: /^postgres(?:ql)?$/, error: 'must be a postgres:// address' }).optional(),
    PUBLIC_URL: origin.optional(),
    DEMO_MODE: flag.optional(),
    SESSION_IDLE: duration.default(UNITS.d),
    SESSION_MAX: duration.default(7 * UNITS.d),
    SESSION_REMEMBER: duration.default(30 * UNITS.d),
    SMTP_URL: smtpUrl.optional(),
    MAIL_FROM: sender.optional(),
    RESET_TTL: duration.default(UNITS.h),
    VERIFY_TTL: duration.default(UNITS.d),
    TRUST_PROXY: z
      .string()
      .regex(/^\d$/, 'must be the number of proxies in front of the server: 0 to 9')
      .default('0')
      .transform(Number),
    RATE_LIMITS: flag.default(true),
    FLOWS_PER_USER: z
      .string()
      .regex(/^[1-9]\d{0,6}$/, 'must be a whole number from 1 to 9999999')
      .default(`${LIMITS.flowsPerUser}`)
      .transform(Number),
    VERSION_RETENTION: duration.default(LIMITS.versionDays * UNITS.d),
    VERSION_MB_PER_USER: z
      .string()
      .regex(/^[1-9]\d{0,6}$/, 'must be a whole number from 1 to 9999999')
      .default(`${LIMITS.versionMbPerUser}`)
      .transform(Number),
    USER_QUOTA_MB: z
      .string()
      .regex(/^[1-9]\d{0,6}$/, 'must be a whole number from 1 to 9999999')
      .default(`${LIMITS.quotaMbPerUser}`)
      .transform(Number),
    EXPERIMENT_THREADS: z
      .string()
      .regex(/^\d{1,3}$/, 'must be a whole number from 0 to 999')
      .transform(Number)
      .optional(),
    FRAME_ANCESTORS: z
      .string()
      .default('')
      .transform((text) => text.split(/[\s,]+/).filter(Boolean))
      .refine((origins) => origins.every((text) => ANCESTOR.test(text)), {
        error: 'must be origins such as https://wiki.example.com, separated by spaces',
      }),
    REGISTRATION: z.enum(REGISTRATION_MODES, `must be one of ${REGISTRATION_MODES.join(', ')}`).default('open'),
    ALLOWED_DOMAINS: domains.optional(),
    HSTS_SUBDOMAINS: flag.default(false),
    OIDC_ISSUER: issuer.optional(),
    OIDC_CLIENT_ID: z.string().optional(),
    OIDC_CLIENT_SECRET: z.string().optional(),
    OIDC_NAME: z.string().max(50, 'must be at most 50 characters').default('single sign-on'),
    OIDC_SCOPES: z
      .string()
      .default('openid profile email')
      .refine((text) => text.split(' ').includes('openid'), 'must be scopes separated by spaces, openid among them'),
    OIDC_GROUPS_CLAIM: z.string().default('groups'),
    OIDC_TEAM_GROUPS: z
      .string()
      .default('')
      .transform((text) => [...new Set(text.split(',').map((name) => name.trim()))].filter(Boolean))
      .refine((names) => names.every((name) => name.length >= LIMITS.teamNameMin && name.length <= LIMITS.teamName), {
        error: `must be names of ${LIMITS.teamNameMin} to ${LIMITS.teamName} characters, separated by commas`,
      }),
    OIDC_ONLY: flag.default(false),
    OIDC_ADMIN_GROUPS: names.default([]),
    INVITATION_TTL: duration.default(7 * UNITS.d),
    AUDIT_RETENTION: duration.default(365 * UNITS.d),
    LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  })
  .check(
    fits('ALLOWED_DOMAINS', 'has no effect without REGISTRATION=domains', {
      of: ['REGISTRATION'],
      isFit: ({ ALLOWED_DOMAINS, REGISTRATION }) => ALLOWED_DOMAINS === undefined || REGISTRATION === 'domains',
    }),
    fits('ALLOWED_DOMAINS', 'must be set, because REGISTRATION is domains', {
      of: ['REGISTRATION'],
      isFit: ({ ALLOWED_DOMAINS, REGISTRATION }) => ALLOWED_DOMAINS !== undefined || REGISTRATION !== 'domains',
    }),
    fits('OIDC_CLIENT_ID', 'must be set, because OIDC_ISSUER is', {
      of: ['OIDC_ISSUER'],
      isFit: ({ OIDC_ISSUER, OIDC_CLIENT_ID }) => OIDC_ISSUER === undefined || OIDC_CLIENT_ID !== undefined,
    }),
    ...['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ADMIN_GROUPS', 'OIDC_ONLY'].map((name) =>
      fits(name, 'has no effect without OIDC_ISSUER', {
        of: ['OIDC_ISSUER'],
        isFit: ({ OIDC_ISSUER, [name]: value }) => OIDC_ISSUER !== undefined || !isSet(value),
      }),
    ),
  )

/** The names of all environment variables. */
export const VARIABLES = environment.keyof().options

/** The provider of single sign-on, by OpenID Connect. */
export interface OidcConfig {
  issuer: string
  clientId: string
  /** Without one the client is public, and PKCE alone protects the code. */
  clientSecret: string | undefined
  /** What the login page calls it. */
  name: string
  scopes: string
  groupsClaim: string
  /** The groups that are teams of the same name. */
  teamGroups: string[]
  /** The groups whose people are administrators. */
  adminGroups: string[]
  /** Whether it is the only way in. */
  isOnly: boolean
}

/** The server's configuration. Durations in milliseconds. */
export interface Config {
  /** 0 lets the system choose. */
  port: number
  host: string
  dataDir: string
  /** A PostgreSQL address; without one the database is SQLite in `dataDir`. */
  databaseUrl: string | undefined
  /** The origin under which users reach the server; undefined for `http://localhost` with the port. */
  publicUrl: string | undefined
  /** Whether the public URL is on this machine. */
  isLocal: boolean
  demoMode: boolean
  sessionIdleMs: number
  sessionMaxMs: number
  /** How long a session lasts whose user asked to stay signed in, used or not. */
  sessionRememberMs: number
  /** The mail server; without it mails are stored in a folder of `dataDir`. */
  smtpUrl: string | undefined
  /** Sender of the mails; undefined when it is derived from the public URL. */
  mailFrom: Sender | undefined
  resetTtlMs: number
  verifyTtlMs: number
  /** Number of proxies in front of the server that append to `X-Forwarded-For`. */
  trustedProxies: number
  hasRateLimits: boolean
  /** How many flows a user may have. */
  flowsPerUser: number
  /** How long versions without a name are kept. */
  versionRetentionMs: number
  /** How many bytes the earlier versions of a user may have. */
  versionBytesPerUser: number
  /** How many bytes all that a user stores may have. */
  quotaBytesPerUser: number
  /** How many threads compute an experiment of the server; 0 leaves its parts to workers. */
  experimentThreads: number
  /** The sites that may embed the page of a link. */
  frameAncestors: string[]
  /** Who may make an account; the domains where the mode says so. */
  registration: { mode: (typeof REGISTRATION_MODES)[number]; domains: string[] }
  /** Whether HSTS is for the hosts below this one, too. */
  hstsSubdomains: boolean
  /** Undefined without single sign-on. */
  oidc: OidcConfig | undefined
  /** How long the link of an invitation works. */
  invitationTtlMs: number
  /** How long entries of the audit log are kept. */
  auditRetentionMs: number
  logLevel: (typeof LOG_LEVELS)[number]
  /** The settings in force, for administrators. */
  settings: readonly Setting[]
}

/** Parses the configuration; an empty variable counts as absent. Throws one error that lists every invalid value. */
export function readConfig(variables: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const { data, error } = environment.safeParse(given)
  if (!data) {
    const faults = error.issues.map(({ path, message }) => `  ${path.join('.')} ${message}`)
    throw new Error(`The configuration is wrong:\n${faults.join('\n')}`)
  }
  const isLocal = data.PUBLIC_URL === undefined || isLoopback(new URL(data.PUBLIC_URL).hostname)
  const isForThisMachine = isLocal && isLoopback(data.HOST)
  const demoMode = !data.OIDC_ONLY && (data.DEMO_MODE ?? isForThisMachine)
  const experimentThreads = data.EXPERIMENT_THREADS ?? availableParallelism()
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL,
    publicUrl: data.PUBLIC_URL,
    isLocal,
    demoMode,
    sessionIdleMs: data.SESSION_IDLE,
    sessionMaxMs: data.SESSION_MAX,
    sessionRememberMs: data.SESSION_REMEMBER,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM,
    resetTtlMs: data.RESET_TTL,
    verifyTtlMs: data.VERIFY_TTL,
    trustedProxies: data.TRUST_PROXY,
    hasRateLimits: data.RATE_LIMITS,
    flowsPerUser: data.FLOWS_PER_USER,
    versionRetentionMs: data.VERSION_RETENTION,
    versionBytesPerUser: data.VERSION_MB_PER_USER * 1024 * 1024,
    quotaBytesPerUser: data.USER_QUOTA_MB * 1024 * 1024,
    experimentThreads,
    frameAncestors: data.FRAME_ANCESTORS,
    registration: { mode: data.REGISTRATION, domains: data.ALLOWED_DOMAINS ?? [] },
    hstsSubdomains: data.HSTS_SUBDOMAINS,
    oidc:
      data.OIDC_ISSUER === undefined || data.OIDC_CLIENT_ID === undefined
        ? undefined
        : {
            issuer: data.OIDC_ISSUER,
            clientId: data.OIDC_CLIENT_ID,
            clientSecret: data.OIDC_CLIENT_SECRET,
            name: data.OIDC_NAME,
            scopes: data.OIDC_SCOPES,
            groupsClaim: data.OIDC_GROUPS_CLAIM,
            teamGroups: data.OIDC_TEAM_GROUPS,
            adminGroups: data.OIDC_ADMIN_GROUPS,
            isOnly: data.OIDC_ONLY,
          },
    invitationTtlMs: data.INVITATION_TTL,
    auditRetentionMs: data.AUDIT_RETENTION,
    logLevel: data.LOG_LEVEL,
    settings: settingsOf(given, data, { DEMO_MODE: demoMode, EXPERIMENT_THREADS: experimentThreads }),
  }
}

/** What they hold may not be shown. */
const SECRETS = ['DATABASE_URL', 'SMTP_URL', 'OIDC_CLIENT_SECRET']

/** Each variable with what holds: as it was given, or else what stands for it. */
function settingsOf(
  given: NodeJS.ProcessEnv,
  data: z.output<typeof environment>,
  derived: Partial<Record<(typeof VARIABLES)[number], unknown>>,
): Setting[] {
  return VARIABLES.map((name) => {
    const text = given[name]
    const isDefault = text === undefined
    if (SECRETS.includes(name)) return { name, value: isDefault ? 'not set' : 'set', isDefault }
    return { name, value: text ?? settingText(name in derived ? derived[name] : data[name], name), isDefault }
  })
}

function settingText(value: unknown, name: (typeof VARIABLES)[number]): string {
  const schema = environment.shape[name]
  if (schema instanceof z.ZodDefault && schema.unwrap() === duration) return durationOf(Number(value))
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return 'not set'
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : `${value}`
}

/** The URL of a server without a configured public URL. */
export function localUrl(port: number): string {
  return `http://localhost:${port}`
}

/** As the environment has it: 24h rather than 86400000. */
function durationOf(ms: number): string {
  const [unit, size] = Object.entries(UNITS).findLast(([, length]) => ms % length === 0) ?? ['ms', 1]
  return `${ms / size}${unit}`
}

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
