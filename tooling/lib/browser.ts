import { existsSync, readFileSync } from 'node:fs'
import { run } from './process.ts'

interface Machine {
  /** Where Debian keeps its Chromium; the browser tests take it from there when it is present. */
  chromium: string
  /** What the system says it is. */
  osRelease: string
  isRoot: boolean
}

const THIS_MACHINE: Machine = {
  chromium: '/usr/bin/chromium',
  osRelease: '/etc/os-release',
  isRoot: process.getuid?.() === 0,
}

/** Installs a Chromium when there is none: the system's where it has one and we may, else Playwright's own. Says what went wrong, if anything. */
export async function ensureBrowser(machine = THIS_MACHINE): Promise<string> {
  if (existsSync(machine.chromium)) return ''
  if (!machine.isRoot || !hasApt(machine)) return await install('playwright', ['install', 'chromium'])
  const faults =
    (await apt(['update'])) || (await apt(['install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation']))
  if (existsSync(machine.chromium)) return ''
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
