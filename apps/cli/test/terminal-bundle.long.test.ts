import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEdge, createNode } from '@plimsoll/flow'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'

const REPOSITORY = join(import.meta.dirname, '..', '..', '..')
const COPIED = [
  'package-lock.json',
  'apps/cli/package.json',
  'apps/cli/src',
  'packages',
  'tooling/commands',
  'tooling/lib',
]
/** Prints the address of every module that is loaded. */
const LIST_MODULES = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  const list = (specifier, context, next) => {
    const found = next(specifier, context)
    process.stderr.write(found.url + '\\n')
    return found
  }
  registerHooks({ resolve: list })`)}`

const FOLDER = mkdtempSync(join(tmpdir(), 'plimsoll-bundle-'))
afterAll(() => rmSync(FOLDER, { recursive: true }))

let root: string
beforeEach(() => {
  root = mkdtempSync(join(FOLDER, 'root-'))
  for (const path of COPIED)
    cpSync(join(REPOSITORY, path), join(root, path), {
      recursive: true,
      filter: (from) => !from.includes('node_modules') && !from.includes('/test/'),
    })
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
  symlinkSync(join(REPOSITORY, 'node_modules'), join(root, 'node_modules'))
})

const plimsoll = (words: readonly string[], { node = [] as readonly string[], environment = {} } = {}) =>
  spawnSync(process.execPath, [...node, join(root, 'tooling', 'commands', 'plimsoll.mjs'), ...words], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...environment },
  })

const AT = { x: 0, y: 0 }
const HUNDRED_PER_SECOND = { concurrentUsers: 100, thinkTimeBetweenRequests: 1000 }
const FLOW = {
  nodes: [
    createNode('Client', { id: 'c', position: AT, settings: HUNDRED_PER_SECOND }),
    createNode('Server', { id: 's', position: AT }),
  ],
  edges: [createEdge('http', { id: 'e', ends: { source: 'c', target: 's' } })],
}
/** More requests than the first thread simulates. */
const FOR_THREADS = ['--duration', '3000s', '--replications', '1']

const bundles = () => readdirSync(join(root, '.cache', 'terminal'))

describe('the bundled terminal', () => {
  it('[OPS-30] is made at the first start and run from then on', () => {
    const first = plimsoll(['--version'])
    expect(first).toMatchObject({ status: 0, stdout: 'plimsoll 0.1.0\n', stderr: '' })
    const [bundle = '', ...others] = bundles()
    expect(others).toEqual([])
    appendFileSync(join(root, '.cache', 'terminal', bundle, 'main.js'), '\nprocess.stdout.write("from the bundle")')
    expect(plimsoll(['--version']).stdout).toBe('plimsoll 0.1.0\nfrom the bundle')
  })

  it('[OPS-30] is made anew when a source has changed', () => {
    plimsoll(['--version'])
    const help = join(root, 'apps', 'cli', 'src', 'help.ts')
    writeFileSync(help, readFileSync(help, 'utf8').replaceAll('COMMAND', 'CHANGED'))
    expect(plimsoll(['--help']).stdout).toContain('Usage: plimsoll CHANGED')
    const dated = statSync(help)
    writeFileSync(help, readFileSync(help, 'utf8').replaceAll('CHANGED', 'COMMAND'))
    utimesSync(help, dated.atime, dated.mtime)
    expect(plimsoll(['--help']).stdout).toContain('Usage: plimsoll COMMAND')
    expect(bundles()).toHaveLength(2)
    appendFileSync(join(root, 'packages', 'experiments', 'src', 'index.ts'), '\nexport const changed = 1\n')
    plimsoll(['--version'])
    writeFileSync(join(root, 'packages', 'experiments', 'src', 'another.ts'), 'export const another = 1\n')
    plimsoll(['--version'])
    expect(bundles()).toHaveLength(4)
  })

  it('[CLI-360] keeps what was compiled for a run beside it, that of threads too', () => {
    writeFileSync(join(root, 'one.json'), JSON.stringify(FLOW))
    const simulate = () =>
      plimsoll(['simulate', 'one.json', ...FOR_THREADS], {
        environment: { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' },
      })
    const [first, second] = [simulate(), simulate()]
    expect([second.stdout, second.status]).toEqual([first.stdout, 0])
    const reused = [first, second].map(({ stderr }) => [...stderr.matchAll(/(\w+(\.worker)?\.js) was accepted/g)])
    expect(reused[0]).toEqual([])
    expect(reused[1]?.map(([, module]) => module)).toEqual(
      expect.arrayContaining(['main.js', 'point.js', 'replication.worker.js']),
    )
  })

  it('[OPS-31] gives way to the sources where it cannot be kept', () => {
    writeFileSync(join(root, '.cache'), 'no folder')
    expect(plimsoll(['--version'])).toMatchObject({ status: 0, stdout: 'plimsoll 0.1.0\n', stderr: '' })
  })

  it('[OPS-32] simulates from the bundle alone, threads included, without the modules of the server', () => {
    mkdirSync(join(root, 'flows'))
    writeFileSync(join(root, 'flows', 'one.json'), JSON.stringify(FLOW))
    const words = ['simulate', 'flows/one.json', ...FOR_THREADS, '--threads', '2']
    plimsoll(['--version'])
    const { status, stdout, stderr } = plimsoll(words, { node: [LIST_MODULES] })
    expect([status, stdout]).toEqual([0, expect.stringContaining('one · event engine')])
    const loaded = stderr.split('\n').filter((line) => line.startsWith('file:'))
    const ofBundle = loaded.filter((url) => url.includes('/.cache/terminal/'))
    expect(ofBundle.some((url) => url.endsWith('/replication.worker.js'))).toBe(true)
    expect(loaded.filter((url) => !ofBundle.includes(url) && !url.includes('/tooling/'))).toEqual([])
  })
})
