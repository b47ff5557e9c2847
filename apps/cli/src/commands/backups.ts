import { type Command, UsageError } from '../command.ts'

export const backup: Command = {
  name: 'admin backup',
  argument: 'FILE',
  summary: 'Copy the database while the server runs',
  details:
    'The copy holds everything that was saved before the command began. It is one file, checked and safe on the disk ' +
    'when the command ends. FILE must not exist yet. Keep it as safe as the database: it holds everything of everybody.',
  options: {},
  isOfServer: true,
  async run({ config, file }) {
    const { backUpSqlite, sqliteFileIn } = await import('@plimsoll/server/admin')
    const { databaseUrl, dataDir } = await config()
    if (databaseUrl) throw new UsageError(postgresAdvice('pg_dump --format=custom --file=FILE "$DATABASE_URL"'))
    const { users, flows, bytes } = await backUpSqlite({ file: sqliteFileIn(dataDir), to: file })
    return `${file}: ${counts({ users, flows })}, ${(bytes / 1e6).toFixed(1)} MB.`
  },
}

export const restore: Command = {
  name: 'admin restore',
  argument: 'FILE',
  summary: 'Put a backup in the place of the database',
  details:
    'The server must not be running. FILE is checked first and stays as it is; so does the database that was there, ' +
    'under another name beside it.',
  options: { force: { help: 'put it in the place of a database that is there' } },
  isOfServer: true,
  async run({ config, file, has }) {
    const { restoreSqlite, sqliteFileIn } = await import('@plimsoll/server/admin')
    const { databaseUrl, dataDir } = await config()
    if (databaseUrl) {
      const command = 'pg_restore --clean --if-exists --single-transaction --dbname="$DATABASE_URL" FILE'
      // A session that ended after the backup would be open again.
      throw new UsageError(`${postgresAdvice(command)}\n  npx plimsoll admin sessions revoke --all`)
    }
    const database = sqliteFileIn(dataDir)
    const options = { from: file, file: database, mayReplace: has('force'), now: Date.now() }
    const { users, flows, replaced } = restoreSqlite(options)
    const done = `${database} is restored: ${counts({ users, flows })}.`
    return replaced ? `${done}\nThe database that was there is now ${replaced}.` : done
  },
}

function postgresAdvice(command: string): string {
  return `DATABASE_URL names a PostgreSQL database. Use its own command:\n  ${command}`
}

function counts({ users, flows }: { users: number; flows: number }): string {
  return `${users} ${users === 1 ? 'user' : 'users'}, ${flows} ${flows === 1 ? 'flow' : 'flows'}`
}
