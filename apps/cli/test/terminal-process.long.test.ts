import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createEdge, createNode } from '@plimsoll/flow'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'

const COMMAND = join(import.meta.dirname, '..', '..', '..', 'tooling', 'commands', 'plimsoll.mjs')
const FOLDER = mkdtempSync(join(tmpdir(), 'plimsoll-process-'))
afterAll(() => rmSync(FOLDER, { recursive: true }))

/** Tells when a thread begins. */
const TELL_THREADS = `--import=data:text/javascript,${encodeURIComponent(`
  import { isMainThread } from 'node:worker_threads'
  if (!isMainThread) process.stderr.write('thread begins\\n')`)}`

/** A computation without an end where a flow is read. */
const NEVER_READ = `--import=data:text/javascript,${encodeURIComponent(`
  import { writeSync } from 'node:fs'
  const parse = JSON.parse
  JSON.parse = (text, revive) => {
    if (String(text).includes('"Shop"')) for (writeSync(2, 'reading'); ; );
    return parse(text, revive)
  }`)}`

const at = { x: 0, y: 0 }
const nodes = [
  createNode('Client', { id: 'c', position: at, settings: { label: 'Browser', concurrentUsers: 20 } }),
  createNode('Server', { id: 's', position: at, settings: { label: 'API' } }),
]
const edges = [createEdge('http', { id: 'e', ends: { source: 'c', target: 's' } })]
const flowFile = (name: string, simulation: object = {}): string => {
  writeFileSync(join(FOLDER, name), JSON.stringify({ name: 'Shop', nodes, edges, simulation }))
  return name
}
flowFile('shop.json')

const ENVIRONMENT = { PATH: process.env.PATH }
const SHORT = ['--duration', '20s', '--replications', '3']

const simulate = (words: readonly string[], { file = 'shop.json', env = {} } = {}) =>
  spawnSync(process.execPath, [COMMAND, 'simulate', file, ...words], {
    cwd: FOLDER,
    encoding: 'utf8',
    env: { ...ENVIRONMENT, ...env },
  })

describe('the process of plimsoll simulate', () => {
  it.each([
    [0, 'met', ['--slo', 'p50<60s']],
    [1, 'missed', ['--slo', 'p99<1ms']],
    [2, 'wrong input', ['--slo', 'p98<1ms']],
  ])('[CLI-2] [CLI-310] ends with %i: %s', (code, _, words) => {
    const { status, stderr, stdout } = simulate([...SHORT, ...words])
    expect([status, stdout === '', stderr.includes('runs simulated')]).toEqual([code, code === 2, code !== 2])
  })

  it('[CLI-31] ends with 3 and the reason where the engine gives up', () => {
    const file = flowFile('crowd.json', { arrivals: 'closed' })
    const { status, stdout, stderr } = simulate([...SHORT, '--set', 'c.concurrentUsers=3000000'], { file })
    expect([status, stdout]).toEqual([3, ''])
    expect(stderr).toMatch(/^The engine gave up: .*too many in flight\./m)
    const junit = simulate([...SHORT, '--set', 'c.concurrentUsers=3000000', '--format', 'junit'], { file })
    expect([junit.status, junit.stdout.includes('errors="1"')]).toEqual([3, true])
    expect(junit.stdout).toMatch(/<error type="gave up" message="[^"]*too many in flight/)
  })

  it('[CLI-413] [CLI-419] has measured nothing where the clock ended it before its first replication', () => {
    const file = flowFile('stopped.json', { durationS: 86_400 * 300, replications: 2, stopAfterS: 1 })
    const { status, stdout, stderr } = simulate([], { file })
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toBe(
      'Nothing was measured: the clock ended the run before its first replication. Allow more time.\n',
    )
    const junit = simulate(['--format', 'junit'], { file }).stdout
    expect(junit).toContain('<error type="nothing measured" message="Nothing was measured: the clock ended')
    expect(junit).toContain('<property name="ended" value="by the clock"/>')
  })

  it('[CLI-32] tells before it simulates that --out cannot be written', () => {
    const { status, stderr } = simulate([...SHORT, '--out', 'no/such/folder.txt'])
    expect(status).toBe(2)
    expect(stderr).toMatch(/^--out .*no\/such\/folder\.txt cannot be written: ENOENT/)
    expect(simulate([...SHORT, '--out', '.']).stderr).toMatch(/^--out .* cannot be written: EISDIR/)
  })

  it('[CLI-32] changes no file when the input is wrong', () => {
    writeFileSync(join(FOLDER, 'before.txt'), 'before')
    simulate(['--out', 'before.txt', '--set', 'none.x=1'])
    simulate(['--out', 'new.txt', '--set', 'none.x=1'])
    expect(readFileSync(join(FOLDER, 'before.txt'), 'utf8')).toBe('before')
    expect(existsSync(join(FOLDER, 'new.txt'))).toBe(false)
  })

  it('[CLI-400] does not write over what it reads', () => {
    symlinkSync('shop.json', join(FOLDER, 'same.json'))
    const before = readFileSync(join(FOLDER, 'shop.json'), 'utf8')
    for (const out of ['shop.json', 'same.json']) {
      const { status, stderr } = simulate([...SHORT, '--out', out])
      expect([status, stderr]).toEqual([2, expect.stringMatching(/^--out .*\.json is a file that is read/)])
    }
    const compare = ['compare', 'shop.json', 'same.json', '--out', 'same.json']
    expect(spawnSync(process.execPath, [COMMAND, ...compare], { cwd: FOLDER, env: ENVIRONMENT }).status).toBe(2)
    expect(readFileSync(join(FOLDER, 'shop.json'), 'utf8')).toBe(before)
  })

  it.skipIf(process.platform === 'win32')('[CLI-401] writes to a named pipe', async () => {
    spawnSync('mkfifo', [join(FOLDER, 'pipe')])
    const reader = spawn('cat', ['pipe'], { cwd: FOLDER })
    onTestFinished(() => void reader.kill('SIGKILL'))
    const words = ['simulate', 'shop.json', ...SHORT, '--format', 'csv', '--out', 'pipe']
    const child = spawn(process.execPath, [COMMAND, ...words], { cwd: FOLDER, env: ENVIRONMENT })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [read] = await Promise.all([text(reader.stdout), once(child, 'close')])
    expect(read).toContain('replication,3,')
  })

  it('[CLI-33] ends quietly, with its own exit code, when nobody reads any more', async () => {
    const words = ['simulate', 'shop.json', ...SHORT, '--format', 'json', '--slo', 'p50<60s']
    const child = spawn(process.execPath, [COMMAND, ...words], { cwd: FOLDER, env: ENVIRONMENT })
    let errors = ''
    child.stderr.on('data', (chunk) => {
      errors += chunk
    })
    child.stdout.destroy()
    expect(await once(child, 'close')).toEqual([0, null])
    expect(errors).toBe('1 of 3 runs simulated\n2 of 3 runs simulated\n3 of 3 runs simulated\n')
  })

  it.skipIf(!existsSync('/dev/full'))('[CLI-407] says in a line that standard output is full', () => {
    const full = openSync('/dev/full', 'w')
    onTestFinished(() => closeSync(full))
    const help = [COMMAND, '--help']
    const { status, stderr } = spawnSync(process.execPath, help, { encoding: 'utf8', stdio: ['ignore', full, 'pipe'] })
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^The output cannot be written: ENOSPC.*\n$/)])
  })

  it.each(['events', 'live'])('[CLI-21] ends a replication of --engine %s at once on an interrupt', async (engine) => {
    const words = ['simulate', 'shop.json', '--engine', engine, '--duration', '300d', '--replications', '2']
    const child = spawn(process.execPath, [TELL_THREADS, COMMAND, ...words], { cwd: FOLDER, env: ENVIRONMENT })
    onTestFinished(() => void child.kill('SIGKILL'))
    const errors = await interrupted(child, 'thread begins')
    expect(errors).toMatch(/Interrupted\.\n$/)
    expect(errors).not.toContain('1 of 2')
  })

  it.each(['simulate', 'capacity', 'compare', 'sweep', 'sensitivity', 'drill'])(
    '[CLI-409] ends %s at once on an interrupt, whatever is computed',
    async (command) => {
      const child = spawn(process.execPath, [NEVER_READ, COMMAND, command, 'shop.json'], {
        cwd: FOLDER,
        env: ENVIRONMENT,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      onTestFinished(() => void child.kill('SIGKILL'))
      expect(await interrupted(child, 'reading')).toBe('readingInterrupted.\n')
    },
  )
})

/** The errors of a process that is interrupted once it has said so much in them. */
async function interrupted(child: ChildProcess, said: string): Promise<string> {
  let errors = ''
  await new Promise<void>((resolve) => {
    child.stderr?.on('data', (chunk) => {
      errors += chunk
      if (errors.includes(said)) resolve()
    })
  })
  child.kill('SIGINT')
  expect(await once(child, 'close')).toEqual([130, null])
  return errors
}
