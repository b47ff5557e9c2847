import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { ensureBrowser } from '../lib/browser.ts'
import { folderWith } from './folder.ts'

const DEBIAN = 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\n'
const UBUNTU = 'ID=ubuntu\nID_LIKE=debian\n'
const FEDORA = 'ID=fedora\n'

/** A machine whose installers only note how they are called; `apt` says what `apt-get install` does. */
function machine({
  os = DEBIAN,
  isRoot = true,
  apt = 'touch chromium-headless-shell',
  playwright = 'true',
  has = {},
} = {}) {
  const script = (name: string, act: string) => `#!/bin/sh\ncd "$(dirname "$0")"\necho "${name} $@" >> log\n${act}\n`
  const root = folderWith({
    'os-release': os,
    'apt-get': script('apt-get', `case "$*" in *install*) ${apt};; esac`),
    playwright: script('playwright', playwright),
    ...has,
  })
  for (const name of ['apt-get', 'playwright']) chmodSync(join(root, name), 0o755)
  vi.stubEnv('PATH', [root, '/usr/bin', '/bin'].join(delimiter))
  const log = join(root, 'log')
  return {
    machine: { programs: root, osRelease: join(root, 'os-release'), isRoot },
    calls: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []),
  }
}

const UPDATE = 'apt-get -o DPkg::Lock::Timeout=300 update'
const INSTALL =
  'apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends chromium-headless-shell fonts-liberation'

afterEach(() => {
  vi.unstubAllEnvs()
})

it.each([
  ['nothing where there is one', { has: { 'chromium-headless-shell': '' } }, []],
  ['nothing where another one is and nobody may install', { has: { chromium: '' }, isRoot: false }, []],
  [
    'nothing more where another one is and the system has no such package',
    { has: { chromium: '' }, apt: 'exit 100' },
    [UPDATE, INSTALL],
  ],
  ['the system’s on Debian as root', {}, [UPDATE, INSTALL]],
  ['Playwright’s on Debian for everyone else', { isRoot: false }, ['playwright install chromium']],
  ['Playwright’s on another system', { os: FEDORA }, ['playwright install chromium']],
  [
    'Playwright’s with what it needs where the system’s package holds none',
    { os: UBUNTU, apt: 'exit 100' },
    [UPDATE, INSTALL, 'playwright install --with-deps chromium'],
  ],
])('[OPS-27] installs %s', async (_, options, calls) => {
  const some = machine(options)
  expect(await ensureBrowser('chromium-headless-shell', some.machine)).toBe('')
  expect(some.calls()).toEqual(calls)
})

it('[OPS-27] says what went wrong when no browser can be had', async () => {
  const { machine: some } = machine({ apt: 'echo "no such mirror"; exit 100', playwright: 'exit 1' })
  expect(await ensureBrowser('chromium-headless-shell', some)).toBe(`${INSTALL} ended with code 100.\nno such mirror\n`)
})
