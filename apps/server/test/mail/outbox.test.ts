import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { afterEach, describe, expect, it } from 'vitest'
import { createOutboxStore, type OutboxStore } from '../../src/modules/outbox/outbox.store.ts'
import { createOutboxTransport } from '../../src/modules/outbox/outbox-transport.ts'
import { makeDatabase } from '../support/databases.ts'
import { FROM } from '../support/mail-queue.ts'
import { listeningAt, startProcess } from '../support/server-process.ts'

const open: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function startOutbox(): Promise<{ folder: string; outbox: OutboxStore }> {
  const storage = await mkdtemp(join(tmpdir(), 'plimsoll-outbox-'))
  open.push(() => rm(storage, { recursive: true }))
  const folder = join(storage, 'outbox')
  return { folder, outbox: createOutboxStore({ folder, now: () => Date.UTC(2026, 0, 2) }) }
}

const MAIL = { to: 'grace@example.com', subject: 'Hello', text: 'Hello Zoë.\n', html: '<p>Hello Zoë.</p>' }

describe('the outbox', () => {
  it('[API-67] stores a complete mail, readable by its own user only', async () => {
    const { folder, outbox } = await startOutbox()
    expect(await outbox.list()).toEqual([])
    await createOutboxTransport({ outbox, from: FROM }).send(MAIL)
    const names = await readdir(folder)
    const [name = ''] = names.filter((one) => one.endsWith('.eml'))
    expect(names).toHaveLength(2)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    for (const one of names) expect((await stat(join(folder, one))).mode & 0o777).toBe(0o600)
    const email = await PostalMime.parse(await readFile(join(folder, name)))
    expect(email).toMatchObject({
      from: FROM,
      to: [{ address: MAIL.to }],
      subject: MAIL.subject,
      text: expect.stringContaining(MAIL.text),
      html: expect.stringContaining(MAIL.html),
    })
    const id = name.replace('.eml', '')
    const { to, subject, text } = MAIL
    expect(await outbox.list()).toEqual([{ id, to, subject, text, sentAt: '2026-01-02T00:00:00.000Z' }])
    expect(await outbox.findHtml(id)).toBe(MAIL.html)
  })

  it('[API-67] stores the newest 200, newest first', async () => {
    const { folder, outbox } = await startOutbox()
    for (let count = 1; count <= 205; count++) {
      // Ids are in the order of their milliseconds.
      for (const start = Date.now(); Date.now() === start; ) await nextTurn()
      await outbox.add({ ...MAIL, subject: `${count}` }, Buffer.from('raw'))
    }
    const kept = await outbox.list()
    expect(kept.map(({ subject }) => Number(subject))).toEqual(Array.from({ length: 200 }, (_, index) => 205 - index))
    expect(await readdir(folder)).toHaveLength(400)
  })

  it.each([
    '../plimsoll',
    '..%2f..',
    'x',
    '',
    '01a1fce9-8cc0-78ba-ad6d-91ca425acc93.json',
    '01a1fce9-8cc0-78ba-ad6d-91ca425acc93',
  ])('[API-68] has no mail %j', async (id) => {
    const { outbox } = await startOutbox()
    await outbox.add(MAIL, Buffer.from('raw'))
    expect(await outbox.findHtml(id)).toBeUndefined()
  })
})

describe('the server’s outbox', () => {
  const REGISTRATION = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com', password: 'Correct4Horse' }

  async function start(env: Record<string, string>) {
    const storage = await makeDatabase('SQLite')
    open.push(storage.remove)
    const server = await startProcess({ storage, env })
    open.push(() => server.end('SIGKILL'))
    return { storage, ...server }
  }

  async function register(url: string) {
    const answer = await fetch(`${url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(REGISTRATION),
    })
    expect(answer.status).toBe(201)
  }

  /** Stops the server, which finishes its mail first, and lists the folder. */
  async function foldersMails({ storage, end }: Awaited<ReturnType<typeof start>>) {
    expect(await end()).toBe(0)
    return (await readdir(join(storage.dataDir, 'outbox')).catch(() => [])).filter((name) => name.endsWith('.eml'))
      .length
  }

  it('[API-68] [API-494] [API-620] [API-621] is shown on a local server to whoever has its secret, each mail with its own policy', async () => {
    const { url, lines } = await start({})
    await register(url)
    type List = { data: { id: string; to: string; text: string; page: string }[] }
    const secret = lines.join('\n').match(/\/outbox#([\w-]{43})$/m)?.[1] ?? ''
    const ask = (given?: string) =>
      fetch(`${url}/api/outbox`, given === undefined ? {} : { headers: { 'outbox-secret': given } })
    let list: List = { data: [] }
    for (const limit = Date.now() + 10_000; list.data.length === 0 && Date.now() < limit; )
      list = (await (await ask(secret)).json()) as List
    const [mail] = list.data
    for (const given of [undefined, '', 'guess', 'x'.repeat(43)]) expect((await ask(given)).status).toBe(403)
    expect(mail).toMatchObject({ to: REGISTRATION.email, text: expect.stringContaining(`${url}/verify-email?token=`) })
    for (const key of ['', '?key=', '?key=guess', `?key=${secret}`])
      expect((await fetch(`${url}/api/outbox/${mail?.id}${key}`)).status).toBe(404)
    const page = await fetch(url + mail?.page)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=UTF-8')
    const policy = page.headers.get('content-security-policy')
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'unsafe-inline'; .*sandbox(?! allow-scripts| allow-same-origin)/,
    )
    expect(await page.text()).toContain('Hello Grace,')
    expect((await fetch(`${url}/api/outbox/01a1fce9-8cc0-78ba-ad6d-91ca425acc93`)).status).toBe(404)
    const config = await (await fetch(`${url}/api/config`)).text()
    expect(JSON.parse(config)).toMatchObject({ data: { outbox: '/outbox' } })
    expect(config).not.toContain(secret)
    const token = new URL(mail?.text.match(/\S+\?token=\S+/)?.[0] ?? '').searchParams.get('token') ?? ''
    expect(token).toHaveLength(43)
    expect(lines.join('\n')).not.toContain(token)
  })

  it.each([
    ['with a mail server', { SMTP_URL: 'smtp://127.0.0.1:1' }, 0],
    ['on a public address', { PUBLIC_URL: 'https://plimsoll.example' }, 1],
  ])('[API-494] [API-495] is a 404 %s', async (_, env, kept) => {
    const server = await start(env)
    const url = server.url.startsWith('https') ? await listeningAt(server) : server.url
    await register(url)
    for (const path of ['/api/outbox', '/api/outbox/01a1fce9-8cc0-78ba-ad6d-91ca425acc93']) {
      const answer = await fetch(url + path)
      expect([answer.status, await answer.json()]).toEqual([404, { message: 'Not found.' }])
    }
    const sendsMail = 'SMTP_URL' in env
    expect(await (await fetch(`${url}/api/config`)).json()).toMatchObject({ data: { outbox: null, sendsMail } })
    expect(await foldersMails(server)).toBe(kept)
  })
})
