import { type Config, localUrl } from './config.ts'
import { isLoopback } from './loopback.ts'

interface Started {
  /** The port that it listens on. */
  port: number
  /** Under which users reach it. */
  url: string
  /** Opens the outbox; null when there is none to be shown. */
  outboxUrl: string | null
  /** Makes whoever opens it the administrator; null where somebody has an account. */
  administratorUrl: string | null
  hasDemo: boolean
}

const REGISTRATIONS = {
  open: () => 'open to everybody',
  invite: () => 'for addresses that an administrator has invited, with which a flow is shared, or that are in a team',
  domains: (domains: string[]) => `for addresses at ${domains.join(', ')}, and those that an administrator has invited`,
  off: () => 'off, but for addresses that an administrator has invited',
} satisfies Record<Config['registration']['mode'], (domains: string[]) => string>

const LABEL_WIDTH = 15

/** What an operator reads when the server starts: what is open and to whom, and then what is dangerous. Line by line. */
export function startReport(config: Config, started: Started): string[] {
  const dangers = dangersOf(config, started)
  const open = Object.entries(openings(config, started)).map(([label, text]) => `  ${label.padEnd(LABEL_WIDTH)}${text}`)
  if (dangers.length === 0) return ['What is open on this server:', ...open, 'Nothing of it is known to be dangerous.']
  return ['What is open on this server:', ...open, 'What is dangerous:', ...dangers.map((danger) => `  ! ${danger}`)]
}

function openings(config: Config, { port, url, outboxUrl, administratorUrl, hasDemo }: Started) {
  const { host, publicUrl, oidc, registration, trustedProxies, smtpUrl } = config
  return {
    Listens: `on ${host}, port ${port}: ${isLoopback(host) ? 'this machine only' : 'every machine that reaches it'}`,
    'Public URL': publicUrl ?? `${url}, because PUBLIC_URL is not set`,
    TLS: url.startsWith('https:') ? 'by the proxy in front, with HSTS' : 'none: what is sent can be read on its way',
    Passwords: oidc?.isOnly ? 'off: single sign-on only' : 'on',
    'Single sign-on': oidc ? `${oidc.issuer}, which makes accounts whatever REGISTRATION says` : 'off',
    Registration: oidc?.isOnly ? 'by single sign-on only' : REGISTRATIONS[registration.mode](registration.domains),
    Demo: hasDemo ? 'on: everybody who opens the login page can try the editor' : 'off',
    Mail: smtpUrl
      ? `sent by ${new URL(smtpUrl).host}`
      : outboxUrl === null
        ? 'not sent, because SMTP_URL is not set, and kept in a folder'
        : `not sent, because SMTP_URL is not set. Read them at ${outboxUrl}`,
    ...(administratorUrl !== null && {
      Administrator: `Nobody has an account yet. Become the administrator, within a day, at ${administratorUrl}`,
    }),
    'Rate limits': config.hasRateLimits ? 'on' : 'off',
    'Proxy trust':
      trustedProxies === 0
        ? 'none: X-Forwarded-For is ignored'
        : `X-Forwarded-For of ${trustedProxies === 1 ? 'one proxy' : `${trustedProxies} proxies`}`,
  }
}

function dangersOf(config: Config, { port, url, outboxUrl, hasDemo }: Started): string[] {
  const { host, publicUrl, isLocal, trustedProxies } = config
  const isOpen = !isLoopback(host)
  const isHttps = url.startsWith('https:')
  const found: [isSo: boolean, danger: string][] = [
    [
      isOpen && publicUrl === undefined,
      `HOST=${host} OPENS THIS SERVER TO THE NETWORK, BUT PUBLIC_URL IS NOT SET. Links in mails lead to ${localUrl(port)}, which is ` +
        'another machine for everybody else. Set PUBLIC_URL, or leave HOST out.',
    ],
    [
      (isOpen || !isLocal) && !isHttps,
      'There is no TLS, so passwords and sessions can be read on their way. Put a proxy with TLS in front and set PUBLIC_URL to its https address.',
    ],
    [
      isOpen && isHttps,
      `Port ${port} is open beside the proxy with TLS. Let HOST be the address that the proxy uses, or close the port to everybody else.`,
    ],
    [
      hasDemo && (isOpen || !isLocal),
      'The demo is on, so everybody who reaches this server can use it. DEMO_MODE=0 turns it off.',
    ],
    [
      outboxUrl !== null && isOpen,
      'The outbox holds links that open accounts. Pass its address on to nobody, or set SMTP_URL.',
    ],
    [
      !isLocal && !config.smtpUrl,
      'Nobody gets mail: who registers cannot verify an address. Set SMTP_URL, or make accounts with `npx plimsoll admin user create`.',
    ],
    [!config.hasRateLimits, 'RATE_LIMITS=off: passwords can be guessed without end, and mails asked for.'],
    [
      trustedProxies > 0 && isOpen,
      `TRUST_PROXY=${trustedProxies}: who reaches port ${port} past the proxy names any network address as the own one, and no limit holds.`,
    ],
    [
      trustedProxies === 0 && !isLocal,
      'TRUST_PROXY=0: behind a proxy everybody has its network address, so one can use up the limits of all. Set it to the number of proxies.',
    ],
  ]
  return found.flatMap(([isSo, danger]) => (isSo ? [danger] : []))
}
