import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/database/ids.ts'
import { claimDueMail, queueMail, removeGivenUpMails } from '../../src/mail/mails.repository.ts'
import { hashToken } from '../../src/modules/auth/session-token.ts'
import { addComment } from '../../src/modules/comments/comments.repository.ts'
import { closeUser } from '../../src/modules/removal/removal.repository.ts'
import { putShare, removeShare } from '../../src/modules/sharing/sharing.repository.ts'
import { putTeamShare } from '../../src/modules/sharing/team-shares.repository.ts'
import { addTeam, putMember, removeMember } from '../../src/modules/teams/teams.repository.ts'
import { DATABASES, type DatabaseName } from '../support/databases.ts'
import { FROM, type MailQueue, makeMailQueue, PUBLIC_URL, TTL_MS } from '../support/mail-queue.ts'
import { linkIn, type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts'

const open: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function startQueue(name: DatabaseName): Promise<MailQueue> {
  const queue = await makeMailQueue(name)
  open.push(queue.stop)
  return queue
}

async function startSink(options: Parameters<typeof startSmtpSink>[0] = {}): Promise<SmtpSink> {
  const sink = await startSmtpSink(options)
  open.push(sink.stop)
  return sink
}

/** A free port, and a function that starts a mail server on it. */
async function absentServer() {
  const sink = await startSmtpSink()
  await sink.stop()
  return { url: sink.url, start: () => startSink({ port: sink.port }) }
}

describe.each(DATABASES)('mails from the queue on %s', (name) => {
  it('[API-60] arrive soon after they were queued, in text and HTML, at one address', async () => {
    const [queue, sink] = [await startQueue(name), await startSink()]
    const user = await queue.addUser()
    const worker = queue.work(sink.url)
    await queue.queue(user.email, 'reset')
    worker.wake()
    const { from, to, email } = await sink.mailTo(user.email)
    expect([from, to]).toEqual([FROM.address, [user.email]])
    expect(email.from).toEqual(FROM)
    expect(email.to).toEqual([{ name: '', address: user.email }])
    expect(email.subject).toBe('Reset your password')
    expect(email.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
    const link = linkIn({ email })
    expect(link.href).toMatch(new RegExp(`^${PUBLIC_URL}/reset-password\\?token=[\\w-]{43}$`))
    for (const part of [email.text, email.html]) {
      expect(part).toContain('Hello Grace,')
      expect(part).toContain(link.href)
      expect(part).toContain('1 hour')
    }
    await worker.stop()
    expect(await queue.rows()).toEqual([])
    expect(queue.log).toEqual([{ event: 'mail-sent', kind: 'reset', userId: user.id, attempts: 1 }])
  })

  it('[API-61] without a recipient are dropped, and the log does not contain the address', async () => {
    const [queue, sink] = [await startQueue(name), await startSink()]
    const verified = await queue.addUser({ isVerified: true })
    const demo = await queue.addUser({ isDemo: true, isVerified: true })
    await queue.queue('stranger@example.com', 'reset')
    await queue.queue('stranger@example.com', 'verify')
    await queue.queue(verified.email, 'verify')
    await queue.queue(demo.email, 'reset')
    await queue.queue(verified.email, 'reset')
    queue.work(sink.url)
    await sink.mailTo(verified.email)
    await queue.logged('mail-sent')
    expect(sink.mails).toHaveLength(1)
    const dropped = queue.log.filter(({ event }) => event === 'mail-dropped')
    expect(dropped.map(({ kind, userId }) => [kind, userId])).toEqual([
      ['reset', undefined],
      ['verify', undefined],
      ['verify', verified.id],
      ['reset', demo.id],
    ])
    expect(JSON.stringify(queue.log)).not.toContain('@')
  })

  it('[API-458] about a flow go to who has no account, and to nobody once it is not shared any more', async () => {
    const [queue, sink] = [await startQueue(name), await startSink()]
    const owner = await queue.addUser({ isVerified: true })
    const flow = await queue.addFlow(owner.id)
    const [invited, uninvited] = ['invited@example.com', 'uninvited@example.com']
    await queue.database.write(async (queries) => {
      for (const email of [uninvited, invited]) {
        await queueMail(queries, { kind: 'flow-shared', email, flowId: flow, now: queue.clock.now })
        await putShare(queries, { flowId: flow, email, role: 'viewer', now: queue.clock.now })
      }
      await removeShare(queries, { flowId: flow, email: uninvited })
    })
    queue.work(sink.url)
    const mail = await sink.mailTo(invited)
    expect(mail.email.text).toContain(`${owner.email} has shared a flow with you`)
    expect(mail.email.text).toContain(`${PUBLIC_URL}/flow/${flow}`)
    await queue.logged('mail-sent')
    await queue.logged('mail-dropped')
    expect(sink.mails).toHaveLength(1)
  })

  it('[API-452] about a flow of a team name who shared it, and nobody who has no account any more', async () => {
    const [queue, sink] = [await startQueue(name), await startSink()]
    const [sharer, gone, team] = [await queue.addUser(), await queue.addUser(), newId()]
    const [known, unknown, early] = ['known@example.com', 'unknown@example.com', 'early@example.com']
    await queue.database.write((queries) => addTeam(queries, { id: team, name: 'Pilots', now: queue.clock.now }))
    const flow = await queue.addFlow(team)
    await queue.database.write(async (queries) => {
      const { now } = queue.clock
      const tell = { kind: 'flow-shared', flowId: flow, now } as const
      for (const email of [known, unknown, early]) await putShare(queries, { flowId: flow, email, role: 'viewer', now })
      await queueMail(queries, { ...tell, email: known, userId: sharer.id })
      await queueMail(queries, { ...tell, email: unknown, userId: gone.id })
      // As an earlier release queued it.
      await queueMail(queries, { ...tell, email: early })
      await closeUser(queries, gone.id, now)
    })
    queue.work(sink.url)
    await sink.received(3)
    const textTo = async (email: string) => (await sink.mailTo(email)).email.text
    expect(await textTo(known)).toContain(`${sharer.email} has shared a flow with you`)
    expect(await textTo(unknown)).toContain('Somebody has shared a flow with you')
    expect(await textTo(early)).toContain('Somebody has shared a flow with you')
  })

  it('[API-476] about a mention name its author, and go to nobody who sees the comment no longer', async () => {
    const [queue, sink] = [await startQueue(name), await startSink()]
    const owner = await queue.addUser({ isVerified: true, firstName: 'Olga' })
    const [linkLike, reader, left, member] = [
      await queue.addUser({ isVerified: true, firstName: 'www.example.com' }),
      await queue.addUser({ isVerified: true }),
      await queue.addUser({ isVerified: true }),
      await queue.addUser({ isVerified: true }),
    ]
    const flow = await queue.addFlow(owner.id)
    const now = queue.clock.now
    const comment = (author: string, text = 'Hm') => {
      const id = newId()
      return { id, flow_id: flow, thread_id: id, author_id: author, text, created_at: now }
    }
    const [first, second, deleted] = [comment(owner.id), comment(linkLike.id), comment(owner.id, '')]
    await queue.database.write(async (queries) => {
      for (const row of [first, second, deleted]) await addComment(queries, row)
      await putShare(queries, { flowId: flow, email: reader.email, role: 'viewer', now })
      const team = newId()
      await addTeam(queries, { id: team, name: 'Pilots', now })
      await putMember(queries, { teamId: team, email: member.email, role: 'member', now })
      await putTeamShare(queries, { flowId: flow, teamId: team, role: 'viewer', now })
      await queueMail(queries, { kind: 'mentioned', flowId: flow, now, email: member.email, commentId: first.id })
      const mentioned = { kind: 'mentioned', flowId: flow, now } as const
      await queueMail(queries, { ...mentioned, email: left.email, commentId: first.id })
      await queueMail(queries, { ...mentioned, email: reader.email, commentId: deleted.id })
      await queueMail(queries, { ...mentioned, email: reader.email, commentId: first.id })
      await queueMail(queries, { ...mentioned, email: owner.email, commentId: second.id })
    })
    queue.work(sink.url)
    await sink.mailTo(member.email)
    await sink.received(3)
    await queue.logged('mail-dropped', 2)
    const [mail, other] = [await sink.mailTo(reader.email), await sink.mailTo(owner.email)]
    expect(mail.email.text).toContain('Olga Hopper has mentioned you in a comment')
    expect(mail.email.text).toContain(`${PUBLIC_URL}/flow/${flow}?comment=${first.id}`)
    expect(mail.raw).not.toContain(owner.email)
    expect(other.email.text).toContain('Somebody has mentioned you in a comment')
    expect(sink.mails).toHaveLength(3)
  })

  it('[API-599] about a team name an owner, and go to nobody who is no member any more', async () => {
    const [queue, sink] = [await startQueue(name), await startSink()]
    const owner = await queue.addUser({ isVerified: true })
    const team = newId()
    const [invited, uninvited] = ['invited@example.com', 'uninvited@example.com']
    await queue.database.write(async (queries) => {
      const { now } = queue.clock
      await addTeam(queries, { id: team, name: 'Words of others', now })
      await putMember(queries, { teamId: team, email: owner.email, role: 'owner', now, openedAt: now })
      for (const email of [uninvited, invited]) {
        await queueMail(queries, { kind: 'team-invited', email, teamId: team, now })
        await putMember(queries, { teamId: team, email, role: 'member', now })
      }
      await removeMember(queries, { teamId: team, email: uninvited })
    })
    queue.work(sink.url)
    const mail = await sink.mailTo(invited)
    expect(mail.email.text).toContain(`${owner.email} has added you to a team`)
    expect(mail.email.text).toContain(`${PUBLIC_URL}/teams/${team}`)
    expect(mail.email.text).not.toContain('Words of others')
    await queue.logged('mail-sent')
    await queue.logged('mail-dropped')
    expect(sink.mails).toHaveLength(1)
  })

  it('[API-62] contain links whose lifetime begins when they are sent', async () => {
    const [queue, sink] = [await startQueue(name), await startSink()]
    const user = await queue.addUser()
    await queue.queue(user.email, 'verify')
    await queue.queue(user.email, 'reset')
    await queue.queue(user.email, 'password-changed')
    queue.clock.now += 2 * 86_400_000
    const sentAt = queue.clock.now
    queue.work(sink.url)
    await sink.received(3)
    const tokens = await queue.database.read.selectFrom('mail_tokens').selectAll().orderBy('purpose').execute()
    expect(tokens.map(({ purpose, expires_at }) => [purpose, expires_at - sentAt])).toEqual([
      ['reset', TTL_MS.reset],
      ['verify', TTL_MS.verify],
    ])
    const changed = sink.mails.find(({ email }) => email.subject === 'Your password was changed')
    expect(changed?.raw).not.toContain('token=')
    expect(changed?.email.text).toContain(`${PUBLIC_URL}/forgot-password`)
  })

  it('[REL-AU6] each contain a token that is stored nowhere else; of several to one address the last works', async () => {
    const [queue, sink] = [await startQueue(name), await startSink()]
    const user = await queue.addUser()
    for (let count = 0; count < 20; count++) await queue.queue(user.email, 'reset')
    queue.work(sink.url)
    await sink.received(20)
    await queue.logged('mail-sent', 20)
    const tokens = sink.mails.map((mail) => linkIn(mail).searchParams.get('token') ?? '')
    expect(new Set(tokens).size).toBe(20)
    const kept = await queue.database.read.selectFrom('mail_tokens').select('token_hash').execute()
    expect(kept).toEqual([{ token_hash: hashToken(tokens.at(-1) ?? '') }])
    const rows = JSON.stringify([kept, await queue.rows(), queue.log])
    for (const token of tokens) expect(rows).not.toContain(token)
  })

  it('[REL-DU9] wait during an outage of the mail server, and arrive afterwards', async () => {
    const [queue, server] = [await startQueue(name), await absentServer()]
    const users = await Promise.all(Array.from({ length: 10 }, () => queue.addUser()))
    for (const { email } of users) await queue.queue(email, 'verify')
    const worker = queue.work(server.url)
    await queue.logged('mail-failed')
    expect(await queue.rows()).toHaveLength(10)
    expect(queue.log[0]).toMatchObject({ event: 'mail-failed', code: 'ESOCKET', userId: users[0]?.id })
    const sink = await server.start()
    // Later than the delay of a worker that cannot reach the mail server.
    queue.clock.now += 60_000
    worker.wake()
    await sink.received(10)
    await worker.stop()
    expect(sink.mails.map(({ to }) => to[0]).sort()).toEqual(users.map(({ email }) => email).sort())
    expect(await queue.rows()).toEqual([])
  })

  it('[API-63] are retried at growing intervals, and given up after three days', async () => {
    const [queue, server] = [await startQueue(name), await absentServer()]
    const user = await queue.addUser()
    await queue.queue(user.email, 'verify')
    const worker = queue.work(server.url)
    const pauses: number[] = []
    for (let count = 1; count <= 6; count++) {
      await queue.logged('mail-failed', count)
      // The lease ends when the outcome is recorded, just after the log line.
      let row = (await queue.rows())[0]
      while (row && row.due_at - queue.clock.now === 12_000) {
        await nextTurn()
        row = (await queue.rows())[0]
      }
      pauses.push((row?.due_at ?? 0) - queue.clock.now)
      queue.clock.now = row?.due_at ?? 0
      worker.wake()
    }
    expect(pauses.map((ms) => ms / 1_000)).toEqual([5, 10, 20, 30, 30, 30])
    queue.clock.now += 3 * 86_400_000
    worker.wake()
    await queue.logged('mail-given-up')
    await worker.stop()
    const kept = await queue.database.read.selectFrom('mails').select(['failure', 'given_up_at']).execute()
    expect(kept).toEqual([{ failure: expect.stringMatching(/\S/), given_up_at: queue.clock.now }])
    expect(
      await queue.database.write((queries) => claimDueMail(queries, { now: queue.clock.now * 2, leaseUntil: 1 })),
    ).toBe(undefined)
    await queue.database.write((queries) => removeGivenUpMails(queries, queue.clock.now + 1))
    expect(await queue.rows()).toEqual([])
  })
})

describe('mails from one queue', () => {
  it('[API-64] are sent once each by two servers', async () => {
    const sink = await startSink()
    const first = await startQueue('PostgreSQL')
    const second = await makeMailQueue('PostgreSQL', first.storage)
    const users = await Promise.all(Array.from({ length: 100 }, () => first.addUser()))
    for (const { email } of users) await first.queue(email, 'verify')
    const workers = [first.work(sink.url), second.work(sink.url)]
    await sink.received(100)
    await Promise.all(workers.map((worker) => worker.stop()))
    await second.stop()
    const sent = [first, second].map(({ log }) => log.filter(({ event }) => event === 'mail-sent').length)
    expect(new Set(sink.mails.map(({ to }) => to[0])).size).toBe(100)
    expect(sink.mails).toHaveLength(100)
    expect(Math.min(...sent)).toBeGreaterThan(0)
  })
})
