import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS } from '@plimsoll/contract'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../apps/server/src/config.ts'
import { TRAFFIC } from '../../apps/server/src/create-traffic.ts'
import { MAX_WAITING } from '../../apps/server/src/database/database.ts'
import {
  CONNECT_TIMEOUT_MS,
  CONNECTIONS,
  CONNECTIONS_OF_PARTY,
  STATEMENT_TIMEOUT_MS,
} from '../../apps/server/src/database/postgres.ts'
import { SMTP_TIMEOUTS } from '../../apps/server/src/mail/smtp-transport.ts'
import { ADMINISTRATOR_LINK_MS } from '../../apps/server/src/modules/administration/first-administrator.service.ts'
import { MOST_FAILURES } from '../../apps/server/src/modules/audit/audit.ts'
import { createPasswordHasher, HASHES_WAITING } from '../../apps/server/src/modules/auth/password-hasher.ts'
import { newToken } from '../../apps/server/src/modules/auth/session-token.ts'
import { DEMO_LIMITS } from '../../apps/server/src/modules/demo/demo-limits.ts'
import { CONFIRMATION_MS } from '../../apps/server/src/modules/factors/confirmation.service.ts'
import {
  ACTION_POLICY,
  ADDRESS_POLICY,
  LOGIN_POLICY,
  MAIL_POLICY,
  PASSWORD_POLICY,
  REQUEST_POLICY,
} from '../../apps/server/src/modules/limits/limits.policy.ts'
import { LIVE_BOUNDS, LIVE_LIMITS } from '../../apps/server/src/modules/live/live.policy.ts'
import { PICTURE_BOUNDS } from '../../apps/server/src/modules/pictures/pictures.ts'
import { ROOT } from '../lib/process.ts'
import { SECURITY_ROWS } from '../lib/security-report.ts'

const KIB = 1024
/** What ASVS 5.0 wants documented, beside what has a part of its own. */
const DOCUMENTED = [
  ...['2.1.1', '2.1.2', '2.1.3', '3.1.1', '5.1.1', '6.1.1', '6.1.2', '7.1.1', '7.1.2', '8.1.1', '8.1.2', '11.1.1'],
  ...['11.1.2', '13.1.1', '13.1.2', '13.1.3', '14.1.2', '15.1.3', '16.1.1'],
]
const FIGURE = /\b\d+(?: (?:KiB|MiB|s|min|h|d)\b)?/g
/** Code, rules, statuses, and names of standards. */
const NO_FIGURE = /`[^`]*`|\b[A-Z]{2,4}-[A-Z]*\d+\b|\b(?:404|429|503)\b|SP 800-63B-4|ECMAScript 2024/g

const page = readFileSync(join(ROOT, 'docs', 'security.md'), 'utf8')

/** A part of the page, from its heading to the next. */
const part = (heading: string) => page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? ''

const mib = (bytes: number) => `${bytes / KIB / KIB} MiB`
const hours = (ms: number) => `${ms / 3_600_000} h`
const seconds = (ms: number) => `${ms / 1000} s`
const minutes = (ms: number) => `${ms / 60_000} min`
const within = ({ max, windowMs }: { max: number; windowMs: number }) => `${max} in ${minutes(windowMs)}`
const bucket = ({ burst, refillMs, maxPerDay }: { burst: number; refillMs: number; maxPerDay: number }) =>
  `${burst} at once, then one in ${minutes(refillMs)}, ${maxPerDay} a day`

describe('the page on security', () => {
  it('[REL-AU12] names every row, and says that more than a password is each user’s choice', () => {
    const named = new Set(part('How it is checked').match(/\b[A-Z]{2}\d+\b/g))
    expect(SECURITY_ROWS.filter((row) => !named.has(row))).toEqual([])
    expect(part('Left open, and why')).toMatch(
      /\*\*More than a password\*\* \(AU12.*passkeys and authenticator apps can be added/,
    )
  })

  it('[OPS-41] has the numbers of the code', async () => {
    const { sockets, socketsPerUser, socketsPerAddress, socketsPerFlow, messagesPerUser, bytesPerUser } = LIVE_LIMITS
    const { openedByUser, openedByAddress } = LIVE_LIMITS
    const config = readConfig({})
    const hash = await (await createPasswordHasher()).hash('Correct4Horse')
    const [, memory, passes, lanes] = /m=(\d+),t=(\d+),p=(\d+)/.exec(hash) ?? []
    const shown = [...part('Numbers').matchAll(/^\| (.+?) \| (.+?) \|$/gm)].map(([, what, value]) => [what, value])
    expect(Object.fromEntries(shown)).toEqual({
      what: 'value',
      'Characters of a password': `${LIMITS.passwordMin} to ${LIMITS.password}`,
      'Argon2id memory, passes, lanes': `${memory} KiB, ${passes}, ${lanes}`,
      'Passwords waiting to be hashed at most': `${HASHES_WAITING}`,
      'Random bits of a session, mail or link token': `${Buffer.from(newToken(), 'base64url').length * 8}`,
      'Session ends unused after (`SESSION_IDLE`)': hours(config.sessionIdleMs),
      'Session ends in any case after (`SESSION_MAX`)': hours(config.sessionMaxMs),
      'Session of who asked to stay signed in ends after (`SESSION_REMEMBER`)': hours(config.sessionRememberMs),
      'Sessions of a user at most': `${LIMITS.sessionsPerUser}`,
      'Link to reset a password works for (`RESET_TTL`)': hours(config.resetTtlMs),
      'Link to verify an address works for (`VERIFY_TTL`)': hours(config.verifyTtlMs),
      'Link that makes an administrator works for': hours(ADMINISTRATOR_LINK_MS),
      'Link of an invitation works for (`INVITATION_TTL`)': hours(config.invitationTtlMs),
      'Invitations of a server': `${LIMITS.invitations}`,
      'Audit log is kept for (`AUDIT_RETENTION`), and failures at most': `${config.auditRetentionMs / 86_400_000} d, ${MOST_FAILURES}`,
      'Wrong passwords of an account that cost nothing': `${PASSWORD_POLICY.free}`,
      'Wait after further ones, doubling': `${PASSWORD_POLICY.firstDelayMs / 1000} s to ${PASSWORD_POLICY.maxDelayMs / 1000} s`,
      'Wrong passwords after which only a mailed link helps': `${PASSWORD_POLICY.max}`,
      'Failed logins of a network address': within(ADDRESS_POLICY['login-failures']),
      'Sign-ins by passkey that a network address begins': within(ADDRESS_POLICY.challenges),
      'Bad links of a network address': within(ADDRESS_POLICY['bad-links']),
      'Answers that tell of an account, for a network address': within(ADDRESS_POLICY['exists-answers']),
      'Views by links, of a network address': within(ADDRESS_POLICY['link-views']),
      'Views of a link': within(ADDRESS_POLICY['views-of-link']),
      'Requests of a user under way, and waiting': `${REQUEST_POLICY.atOnce} and ${REQUEST_POLICY.waiting}`,
      'Of these with a body of more than 256 KiB': `${REQUEST_POLICY.largeAtOnce} and ${REQUEST_POLICY.largeWaiting}`,
      'Logins of a network address under way, and waiting': `${LOGIN_POLICY.atOnce} and ${LOGIN_POLICY.waiting}`,
      'Waiting for the database at most': `${MAX_WAITING}`,
      'Connections to PostgreSQL, of one user or network address, and for messages': `${CONNECTIONS}, ${CONNECTIONS_OF_PARTY} and 1`,
      'Connecting to PostgreSQL, and a statement there, take at most': `${seconds(CONNECT_TIMEOUT_MS)} and ${seconds(STATEMENT_TIMEOUT_MS)}`,
      'The mail server answers within, at first and later': `${seconds(SMTP_TIMEOUTS.greetingTimeout)} and ${seconds(SMTP_TIMEOUTS.socketTimeout)}`,
      'Wrong passwords for links, of a network address and of a link': within(ADDRESS_POLICY['link-passwords']),
      'People and links of a flow': `${LIMITS.peoplePerFlow} and ${LIMITS.linksPerFlow}`,
      'Mails of a kind to a recipient': bucket(MAIL_POLICY.perRecipient),
      'Mails asked for by a network address, registrations among them': bucket(MAIL_POLICY.perAddress),
      'Body of a request': `${LIMITS.body / KIB} KiB`,
      'Body of a flow': `${LIMITS.flowBody / KIB / KIB} MiB`,
      'Levels of JSON': `${LIMITS.jsonDepth}`,
      'Values and different keys of a body': `${LIMITS.jsonValues} and ${LIMITS.jsonKeys}`,
      'Bytes of bodies under way, of a user and of all': `${mib(TRAFFIC.bodies.each)} and ${mib(TRAFFIC.bodies.all)}`,
      'Bytes of answers under way, of a user and of all': `${mib(TRAFFIC.answers.each)} and ${mib(TRAFFIC.answers.all)}`,
      'Bytes of a flow, and of a user (`USER_QUOTA_MB`), as stored': `${mib(LIMITS.packedFlow)} and ${mib(config.quotaBytesPerUser)}`,
      'Nodes and edges of a flow': `${LIMITS.nodes} and ${LIMITS.edges}`,
      'Flows of a user (`FLOWS_PER_USER`)': `${config.flowsPerUser}`,
      'Passkeys of a user at most': `${LIMITS.passkeysPerUser}`,
      'Confirmation before a dangerous step holds for': minutes(CONFIRMATION_MS),
      "Characters of a flow's name and description": `${LIMITS.flowNameMin} to ${LIMITS.flowName} and ${LIMITS.flowDescriptionMin} to ${LIMITS.flowDescription}`,
      'Removed flows are kept for': `${LIMITS.binDays} d`,
      'Versions are kept for (`VERSION_RETENTION`), and megabytes of a user (`VERSION_MB_PER_USER`)': `${config.versionRetentionMs / 86_400_000} d and ${config.versionBytesPerUser / KIB / KIB}`,
      'Experiments of a user that wait or run': `${LIMITS.openExperiments}`,
      'Sandboxes of the demo, and of a network address': `${DEMO_LIMITS.sandboxes} at once and ${within(ADDRESS_POLICY.sandboxes)}`,
      'Flows of a sandbox, and their bytes': `${DEMO_LIMITS.flows} and ${mib(DEMO_LIMITS.flowBytes)}`,
      'Sandbox ends after': hours(DEMO_LIMITS.lifeMs),
      'Actions of a user that are noted and can be done without end': `${ACTION_POLICY.max} in ${ACTION_POLICY.windowMs / 3_600_000} h`,
      'API tokens of a user, and days until one ends': `${LIMITS.tokensPerUser} and ${LIMITS.tokenDays} at most`,
      'Sockets of a user, a network address, a flow and a server': `${socketsPerUser}, ${socketsPerAddress}, ${socketsPerFlow} and ${sockets}`,
      'Sockets that a user opens': `${openedByUser.burst} at once, then ${openedByUser.perSecond} a second`,
      'Sockets that a network address opens': `${openedByAddress.burst} at once, then ${openedByAddress.perSecond} a second`,
      'Message of a socket, and awareness': `${mib(LIVE_BOUNDS.message)} and ${LIVE_BOUNDS.awareness / KIB} KiB`,
      'A document that is drawn together': mib(LIVE_BOUNDS.document),
      'Messages of a user on sockets': `${messagesPerUser.burst} at once, then ${messagesPerUser.perSecond} a second`,
      'Bytes of a user on sockets': `${mib(bytesPerUser.burst)} at once, then ${bytesPerUser.perSecond / KIB} KiB a second`,
      'What a socket may leave unread': mib(LIVE_BOUNDS.unread),
      'Pictures of links that are kept, and that wait to be drawn': `${PICTURE_BOUNDS.kept} and ${PICTURE_BOUNDS.waiting}`,
    })
  })

  it('[REL-OP10] has a part for each requirement of documentation, with the figures of the code alone', () => {
    const parts = new Map(
      part('What the standard wants documented')
        .split(/^### /m)
        .slice(1)
        .map((text) => [text.slice(0, text.indexOf(' ')), text.slice(text.indexOf('\n'))]),
    )
    expect([...parts.keys()]).toEqual(DOCUMENTED)
    const known = new Set(part('Numbers').match(FIGURE))
    for (const [id, text] of parts) {
      expect([id, text.length > 100]).toEqual([id, true])
      expect([
        id,
        text
          .replace(NO_FIGURE, '')
          .match(FIGURE)
          ?.filter((figure) => !known.has(figure)) ?? [],
      ]).toEqual([id, []])
    }
  })

  it('[REL-OP10] lists the words by which passwords are called weak', () => {
    const code = readFileSync(join(ROOT, 'apps/web/src/shared/password/password-strength.ts'), 'utf8')
    const words = /PRODUCT_WORDS =\s+'([^']+)'/.exec(code)?.[1]?.split(' ') ?? []
    expect(words).toContain('plimsoll')
    expect(page.replace(/\s+/g, ' ')).toContain(`${words.join(', ')}.`)
  })

  it('[OPS-41] speaks of commands, variables and events that there are', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    for (const [, name] of page.matchAll(/`npm (?:run )?([\w:]+)/g)) expect(Object.keys(scripts)).toContain(name)
    const config = readFileSync(join(ROOT, 'apps/server/src/config.ts'), 'utf8')
    for (const [, name] of page.matchAll(/`([A-Z]+_[A-Z]+)`/g)) expect(config).toContain(`${name}:`)
    const events = readFileSync(join(ROOT, 'apps/server/src/events.ts'), 'utf8')
    const watched = /\*\*What to watch\*\*: (.*), and any/.exec(page)?.[1]?.match(/[\w-]+/g) ?? []
    expect(watched.filter((event) => event !== 'csp-violation' && !events.includes(`'${event}':`))).toEqual([])
    expect(watched.length).toBeGreaterThan(3)
  })
})
