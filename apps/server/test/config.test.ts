import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { describe, expect, it } from 'vitest'
import { readConfig, VARIABLES } from '../src/config.ts'

const OPERATING = new URL('../../../docs/operating.md', import.meta.url)

describe('configuration', () => {
  it('[API-23] has a default for every missing variable', () => {
    expect(readConfig({ PORT: '' })).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: `${process.cwd()}/data`,
      databaseUrl: undefined,
      publicUrl: undefined,
      isLocal: true,
      demoMode: true,
      sessionIdleMs: 24 * 3_600_000,
      sessionMaxMs: 7 * 24 * 3_600_000,
      sessionRememberMs: 30 * 24 * 3_600_000,
      smtpUrl: undefined,
      mailFrom: undefined,
      resetTtlMs: 3_600_000,
      verifyTtlMs: 24 * 3_600_000,
      hasRateLimits: true,
      trustedProxies: 0,
      flowsPerUser: 500,
      versionRetentionMs: 365 * 24 * 3_600_000,
      invitationTtlMs: 7 * 24 * 3_600_000,
      auditRetentionMs: 365 * 24 * 3_600_000,
      settings: expect.any(Array),
      versionBytesPerUser: 64 * 1024 * 1024,
      quotaBytesPerUser: 256 * 1024 * 1024,
      experimentThreads: availableParallelism(),
      frameAncestors: [],
      hstsSubdomains: false,
      registration: { mode: 'open', domains: [] },
      logLevel: 'info',
    })
  })

  it('[API-23] reads who may register, by which provider people sign in, and whether HSTS is for the hosts below', () => {
    const provider = {
      OIDC_ISSUER: 'https://login.example.com/realms/main',
      OIDC_CLIENT_ID: 'plimsoll',
      OIDC_CLIENT_SECRET: 'of the client',
      OIDC_NAME: 'Harbour',
      OIDC_SCOPES: 'openid email roles',
      OIDC_GROUPS_CLAIM: 'roles',
      OIDC_TEAM_GROUPS: 'Pilots, Tugs,,Pilots',
      OIDC_ADMIN_GROUPS: 'Harbour masters',
      OIDC_ONLY: 'on',
    }
    const registration = { REGISTRATION: 'domains', ALLOWED_DOMAINS: 'Example.com, example.org' }
    expect(readConfig({ ...provider, ...registration, HSTS_SUBDOMAINS: 'on', DEMO_MODE: '1' })).toMatchObject({
      oidc: {
        ...{ issuer: provider.OIDC_ISSUER, clientId: 'plimsoll', clientSecret: 'of the client', name: 'Harbour' },
        ...{ scopes: 'openid email roles', groupsClaim: 'roles', teamGroups: ['Pilots', 'Tugs'], isOnly: true },
        adminGroups: ['Harbour masters'],
      },
      registration: { mode: 'domains', domains: ['example.com', 'example.org'] },
      hstsSubdomains: true,
      // Its password would be one more way in.
      demoMode: false,
    })
  })

  it.each([
    ['OIDC_CLIENT_ID must be set', { OIDC_ISSUER: 'https://login.example.com' }],
    ['ALLOWED_DOMAINS must be set', { REGISTRATION: 'domains' }],
  ])('[API-23] %s', (fault, variables) => {
    expect(() => readConfig(variables)).toThrow(fault)
  })

  it('[API-1033] lists variables that do not fit each other beside invalid ones', () => {
    const variables = { LOG_LEVEL: 'loud', ALLOWED_DOMAINS: 'example.com', OIDC_CLIENT_ID: 'plimsoll', OIDC_ISSUER: '' }
    expect(() => readConfig(variables)).toThrow(
      [
        'The configuration is wrong:',
        '  LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent',
        '  ALLOWED_DOMAINS has no effect without REGISTRATION=domains',
        '  OIDC_CLIENT_ID has no effect without OIDC_ISSUER',
      ].join('\n'),
    )
    // Whether it fits is not known before the other one is valid.
    expect(() => readConfig({ REGISTRATION: 'closed', ALLOWED_DOMAINS: 'example.com' })).toThrow(
      /^The configuration is wrong:\n {2}REGISTRATION must be one of [^\n]+$/,
    )
  })

  it.each([
    ['DEMO_MODE', 'demoMode'],
    ['RATE_LIMITS', 'hasRateLimits'],
    ['HSTS_SUBDOMAINS', 'hstsSubdomains'],
  ] as const)(
    '[API-1043] %s is on or off, 1 or 0, true or false, and the refusal of anything else says so',
    (name, key) => {
      for (const [yes, no] of [
        ['on', 'off'],
        ['1', '0'],
        ['true', 'false'],
      ])
        expect([readConfig({ [name]: yes })[key], readConfig({ [name]: no })[key]]).toEqual([true, false])
      for (const other of ['yes', 'ON', '2'])
        expect(() => readConfig({ [name]: other })).toThrow(
          `${name} must be on or off (1 and 0, true and false are taken as well)`,
        )
    },
  )

  it.each([
    ['500ms', 500],
    ['30s', 30_000],
    ['15m', 900_000],
    ['1h', 3_600_000],
    ['7d', 604_800_000],
  ])('[API-23] reads the duration %s', (SESSION_IDLE, ms) => {
    expect(readConfig({ SESSION_IDLE }).sessionIdleMs).toBe(ms)
  })

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3000x'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'nonsense'],
    ['PUBLIC_URL', 'ftp://example.com'],
    ['PUBLIC_URL', 'https://example.com/app'],
    ['PUBLIC_URL', 'example.com'],
    ['DEMO_MODE', 'yes'],
    ['SESSION_IDLE', '24'],
    ['SESSION_MAX', '0s'],
    ['SESSION_MAX', '1w'],
    ['VERIFY_TTL', '99999999999999999999d'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '10'],
    ['FLOWS_PER_USER', '0'],
    ['VERSION_RETENTION', '365'],
    ['VERSION_MB_PER_USER', '0'],
    ['USER_QUOTA_MB', '0'],
    ['FLOWS_PER_USER', 'many'],
    ['FRAME_ANCESTORS', '*'],
    ['OIDC_ISSUER', 'http://login.example.com'],
    ['OIDC_CLIENT_SECRET', 'without an issuer'],
    ['OIDC_ONLY', 'on'],
    ['OIDC_SCOPES', 'email'],
    ['OIDC_TEAM_GROUPS', 'x'],
    ['REGISTRATION', 'closed'],
    ['ALLOWED_DOMAINS', 'example.com'],
    ['FRAME_ANCESTORS', "https://a.example; script-src 'unsafe-inline'"],
    ['FRAME_ANCESTORS', 'https://a.example/wiki'],
    ['LOG_LEVEL', 'loud'],
    ['RESET_TTL', 'an hour'],
    ['SMTP_URL', 'mail.example.com'],
    ['SMTP_URL', 'http://mail.example.com'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'smtp://mail.example.com?tls.rejectUnauthorized=false'],
    ['SMTP_URL', 'smtp://user:100%@mail.example.com'],
    ['MAIL_FROM', 'Plimsoll'],
    ['MAIL_FROM', 'Plimsoll <plimsoll>'],
    ['MAIL_FROM', 'a@example.com, b@example.com'],
    ['MAIL_FROM', 'A <a@example.com>\r\nBcc: b@example.com'],
  ])('[API-23] refuses %s=%s by name', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^The configuration is wrong:\\n {2}${name} `))
  })

  it.each([
    [{}, true],
    [{ PUBLIC_URL: 'http://localhost:3000' }, true],
    [{ PUBLIC_URL: 'http://127.0.0.1' }, true],
    [{ PUBLIC_URL: 'http://[::1]:8080/', HOST: '::1' }, true],
    [{ HOST: 'localhost' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '::' }, false],
    [{ HOST: '192.0.2.1', PUBLIC_URL: 'http://localhost:3000' }, false],
    [{ PUBLIC_URL: 'https://plimsoll.example' }, false],
    [{ PUBLIC_URL: 'http://localhost.example' }, false],
    [{ PUBLIC_URL: 'https://plimsoll.example', DEMO_MODE: '1' }, true],
    [{ HOST: '0.0.0.0', DEMO_MODE: '1' }, true],
    [{ PUBLIC_URL: 'http://localhost:3000', DEMO_MODE: '0' }, false],
  ])('[API-830] with %j demo mode is %s', (variables, isOn) => {
    expect(readConfig(variables).demoMode).toBe(isOn)
  })

  it('[API-24] reduces the public URL to its origin', () => {
    expect(readConfig({ PUBLIC_URL: 'https://Plimsoll.example:443/' }).publicUrl).toBe('https://plimsoll.example')
  })

  it.each([
    ['a@example.com', '', 'a@example.com'],
    ['<a@example.com>', '', 'a@example.com'],
    ['Our tool, "the" best <a@example.com>', undefined, undefined],
    ['Zoë, from Plimsoll <a@example.com>', 'Zoë, from Plimsoll', 'a@example.com'],
  ])('[API-66] sends from %s', (MAIL_FROM, name, address) => {
    if (address === undefined) expect(() => readConfig({ MAIL_FROM })).toThrow(/MAIL_FROM must be an address such as/)
    else expect(readConfig({ MAIL_FROM }).mailFrom).toEqual({ name, address })
  })

  it('[API-87] is documented for operators, with its defaults', () => {
    const rows = [...readFileSync(OPERATING, 'utf8').matchAll(/^\| `([A-Z_]+)` \| (?:`(.+?)`|–) \|/gm)]
    expect(rows.map(([, name]) => name).sort()).toEqual([...VARIABLES].sort())
    // What was given is told apart from a default, even where it is the same.
    const { settings: _, ...defaults } = readConfig({})
    for (const [, name = '', value] of rows) expect(readConfig({ [name]: value })).toMatchObject(defaults)
  })
})
