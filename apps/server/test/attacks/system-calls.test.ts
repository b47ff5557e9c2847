import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sized } from '../../../../tooling/lib/test-size.ts'
import { inParallel, measured, pick, pinnedRandom } from '../support/attack.ts'
import { spoil, validCalls } from '../support/bad-requests.ts'
import { DATABASES } from '../support/databases.ts'
import { everyInput } from '../support/every-input.ts'
import { flowBody } from '../support/flows.ts'
import { readCalls, traced } from '../support/system-calls.ts'
import { startTarget } from '../support/target.ts'

const MAY_WRITE = /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND/
/** Targets that a text would reach if it were used as a URL, command or path. */
const REACHING = [
  'http://127.0.0.1:9/evil',
  'file:///etc/passwd',
  '../../../../etc/passwd',
  '/etc/passwd',
  '$(touch /tmp/evil)',
  '; touch /tmp/evil',
  '| id',
  '\\\\127.0.0.1\\share',
  'ldap://127.0.0.1:9/a',
  '//127.0.0.1:9',
]

describe.each(DATABASES)('system calls on %s', (name) => {
  it('[REL-IJ4] no input makes the server start a program, connect to another host or open a file', async ({
    task,
  }) => {
    const random = pinnedRandom()
    const folder = await mkdtemp(join(tmpdir(), 'plimsoll-calls-'))
    const file = join(folder, 'calls')
    const target = await startTarget(name, { under: traced(file), isFromSources: true })
    try {
      const started = (await readFile(file, 'utf8')).split('\n').length - 1
      const owner = await target.addUser()
      const { email } = await target.addUser()
      const endingSession = await target.openSession(owner.id)
      const saved = await target.call('/api/flows', { token: owner.token, body: flowBody() })
      const flowId = saved.body.data.id
      const each = sized({ small: 3, full: REACHING.length })
      for (const [index, { put }] of [...everyInput({ token: owner.token, email, flowId })].entries()) {
        const texts = Array.from({ length: each }, (_, text) => REACHING[(index * each + text) % REACHING.length] ?? '')
        for (const text of texts) await target.call(...put(text))
      }
      const valid = validCalls({ email, flowId })
      const size = sized({ small: 150, full: 10_000 })
      await inParallel(Array.from({ length: size }), 8, async () => {
        const from = pick(random, valid)
        const { path, call } = spoil(random, from, from.path.endsWith('/logout') ? endingSession : owner.token)
        await target.call(path, call)
      })

      expect(readCalls(file).map(({ path }) => path)).toContainEqual(expect.stringMatching(/src\/main\.ts$/))
      const calls = readCalls(file, started)
      const peers = [
        String(target.mails.port),
        ...(target.storage.databaseUrl ? [new URL(target.storage.databaseUrl).port] : []),
      ]
      const isOwn = (path: string) => path.startsWith(`${target.storage.dataDir}/`)
      const reached = calls.filter(({ name: call, text, path }) => {
        if (call === 'execve') return true
        if (call === 'connect') return !peers.some((port) => text.includes(`sin_port=htons(${port})`))
        if (call === 'open' || call === 'openat') return MAY_WRITE.test(text) && !isOwn(path)
        return !isOwn(path)
      })
      expect(reached.map(({ text }) => text)).toEqual([])
      expect(calls.filter(({ path }) => /passwd|evil/.test(path))).toEqual([])
      const written = calls.filter(({ text }) => MAY_WRITE.test(text)).length
      measured(
        task,
        `${size} requests and ${each} of ${REACHING.length} texts at every storage: 0 programs, 0 other hosts, 0 other files (${calls.length} calls seen, ${written} opened to write)`,
      )
    } finally {
      await target.stop()
      await rm(folder, { recursive: true })
    }
  })
})
