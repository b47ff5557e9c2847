import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './process.ts'

/** Debian's packages, each called as its program is: the browser without a window, which computes a fifth less, and the whole one. */
type DebianBrowser = 'chromium-headless-shell' | 'chromium'

interface Machine {
  /** Where Debian keeps its programs; the browser tests take theirs from there when it is present. */
  programs: string
  /** What the system says it is. */
  osRelease: string
  isRoot: boolean
}

const THIS_MACHINE: Machine = {
  programs: '/usr/bin',
  osRelease: '/etc/os-release',
  isRoot: process.getuid?.() === 0,
}

/** Installs a Chromium when there is none: the system's where it has one and we may, else Playwright's own. Says what went wrong, if anything. */
export async function ensureBrowser(wanted: DebianBrowser, machine = THIS_MACHINE): Promise<string> {
  const has = (browser: DebianBrowser) => existsSync(join(machine.programs, browser))
  if (has(wanted)) return ''
  if (!machine.isRoot || !hasApt(machine))
    return has('chromium') ? '' : await install('playwright', ['install', 'chromium'])
  const faults =
    (await apt(['update'])) || (await apt(['install', '-y', '--no-install-recommends', wanted, 'fonts-liberation']))
  if (has(wanted) || has('chromium')) return ''
  // Ubuntu has no Chromium package of its own.
  return (await install('playwright', ['install', '--with-deps', 'chromium'])) && faults
}

const hasApt = ({ osRelease }: Machine) =>
  existsSync(osRelease) && /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync(osRelease, 'utf8'))

const apt = (args: readonly string[]) => install('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args])

async function install(program: string, args: readonly string[]): Promise<string> {
  console.log(`  ${program} ${args.join(' ')} …`)
  const { code, output } = await run(program, args, { env: { DEBIAN_FRONTEND: 'noninteractive' } })
  return code === 0 ? '' : `${program} ${args.join(' ')} ended with code ${code}.\n${output.slice(-2000)}`
}
