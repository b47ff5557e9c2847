import pg from 'pg'
import { openDatabase } from '../../src/database/open.ts'

// Makes an empty database of the newest schema in a folder, and one of that name in a PostgreSQL.

process.umask(0o077)
const [dataDir = '', url = '', name = ''] = process.argv.slice(2)
const onError = (error: Error) => {
  throw error
}
await (await openDatabase({ dataDir, databaseUrl: undefined, onError })).close()
const admin = new pg.Client(`${url}/postgres`)
await admin.connect()
await admin.query(`create database ${name}`)
await (await openDatabase({ dataDir, databaseUrl: `${url}/${name}`, onError })).close()
// It can be copied as long as nobody is connected to it.
await admin.query(`alter database ${name} allow_connections false`)
await admin.end()
