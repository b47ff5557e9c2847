import { existsSync, readFileSync } from 'node:fs'
import { run } from './process.ts'

/** Where Debian keeps its Chromium; the browser tests take it from there when it is present. */
const DEBIAN_CHROMIUM = '/usr/bin/chromium'

/** Installs a Chromium when there is none: Debian's where we may, else Playwright's own. Says what went wrong, if anything. */
export async function ensureBrowser(): Promise<string> {
  if (existsSync(DEBIAN_CHROMIUM)) return ''
  console.log('Installing Chromium for the browser tests (once, a minute or two) …')
  return onDebianAsRoot() ? await installDebianChromium() : await install('playwright', ['install', 'chromium'])
}

const onDebianAsRoot = () =>
  process.getuid?.() === 0 &&
  existsSync('/etc/os-release') &&
  /debian|ubuntu/.test(readFileSync('/etc/os-release', 'utf8'))

async function installDebianChromium(): Promise<string> {
  const faults = (await install('apt-get', ['update'])) || (await install('apt-get', ['install', '-y', 'chromium']))
  // Ubuntu has no Chromium package of its own.
  return faults && !existsSync(DEBIAN_CHROMIUM)
    ? await install('playwright', ['install', '--with-deps', 'chromium'])
    : faults
}

async function install(program: string, args: readonly string[]): Promise<string> {
  const { code, output } = await run(program, args, { show: true, env: { DEBIAN_FRONTEND: 'noninteractive' } })
  return code === 0 ? '' : `${program} ${args.join(' ')} ended with code ${code}.\n${output.slice(-2000)}`
}
