import { expect, it } from 'vitest'
import { readConfig } from '../src/config.ts'
import { startReport } from '../src/start-report.ts'

const OUTBOX = 'http://localhost:3000/outbox#secret'

function report(variables: Record<string, string> = {}, { outboxUrl = null as string | null, hasDemo = false } = {}) {
  const config = readConfig(variables)
  const url = config.publicUrl ?? 'http://localhost:3000'
  const lines = startReport(config, { port: 3000, url, outboxUrl, administratorUrl: null, hasDemo })
  const at = lines.indexOf('What is dangerous:')
  const parts = at < 0 ? [lines, []] : [lines.slice(0, at), lines.slice(at + 1)]
  return { open: parts[0]?.join('\n') ?? '', dangers: parts[1] ?? [] }
}

it('[API-838] the report of a start on this machine lists what is open, and nothing that is dangerous', () => {
  expect(report({}, { outboxUrl: OUTBOX, hasDemo: true }).open.split('\n')).toEqual([
    'What is open on this server:',
    '  Listens        on 127.0.0.1, port 3000: this machine only',
    '  Public URL     http://localhost:3000, because PUBLIC_URL is not set',
    '  TLS            none: what is sent can be read on its way',
    '  Passwords      on',
    '  Single sign-on off',
    '  Registration   open to everybody',
    '  Demo           on: everybody who opens the login page can try the editor',
    `  Mail           not sent, because SMTP_URL is not set. Read them at ${OUTBOX}`,
    '  Rate limits    on',
    '  Proxy trust    none: X-Forwarded-For is ignored',
    'Nothing of it is known to be dangerous.',
  ])
})

it('[API-838] it says what the settings say', () => {
  const { open, dangers } = report({
    ...{ HOST: '10.0.0.5', PUBLIC_URL: 'https://plimsoll.example', SMTP_URL: 'smtps://user:secret@mail.example:465' },
    ...{ REGISTRATION: 'domains', ALLOWED_DOMAINS: 'example.com', TRUST_PROXY: '2', RATE_LIMITS: 'off' },
  })
  for (const text of ['10.0.0.5', 'every machine', 'https://plimsoll.example', 'HSTS', 'sent by mail.example:465'])
    expect(open).toContain(text)
  for (const text of ['addresses at example.com', 'Rate limits    off', '2 proxies', 'Demo           off'])
    expect(open).toContain(text)
  expect(open).not.toContain('secret')
  expect(dangers.map((danger) => danger.trim().slice(0, 14))).toEqual([
    '! Port 3000 is',
    '! RATE_LIMITS=',
    '! TRUST_PROXY=',
  ])
})

it.each([
  ['invite', 'for addresses that an administrator has invited, with which a flow is shared, or that are in a team'],
  ['domains', 'for addresses at example.com, and those that an administrator has invited'],
  ['off', 'off, but for addresses that an administrator has invited'],
])('[API-999] it says of REGISTRATION=%s who can make an account', (REGISTRATION, text) => {
  const settings = { REGISTRATION, ...(REGISTRATION === 'domains' && { ALLOWED_DOMAINS: 'example.com' }) }
  expect(report(settings).open).toContain(`  Registration   ${text}\n`)
})

it('[API-999] it says that single sign-on makes accounts, too, and where it alone does', () => {
  const oidc = { OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'y' }
  const { open } = report({ ...oidc, REGISTRATION: 'off' })
  expect(open).toContain('https://login.example.com, which makes accounts whatever REGISTRATION says\n')
  expect(report({ ...oidc, OIDC_ONLY: 'on' }).open).toContain('  Registration   by single sign-on only\n')
})

it('[API-839] HOST=0.0.0.0 without PUBLIC_URL is said loudly and first', () => {
  const { dangers } = report({ HOST: '0.0.0.0', DEMO_MODE: '1' }, { outboxUrl: OUTBOX, hasDemo: true })
  expect(dangers[0]).toContain('HOST=0.0.0.0 OPENS THIS SERVER TO THE NETWORK, BUT PUBLIC_URL IS NOT SET.')
  expect(dangers[1]).toContain('There is no TLS')
  expect(dangers[2]).toContain('DEMO_MODE=0')
  expect(dangers[3]).toContain('The outbox holds links that open accounts')
})

it('[API-838] it warns of a public server that sends no mail or trusts no proxy', () => {
  const { dangers } = report({ PUBLIC_URL: 'https://plimsoll.example' })
  expect(dangers.map((danger) => danger.trim().slice(0, 15))).toEqual(['! Nobody gets m', '! TRUST_PROXY=0'])
})
