import SqliteConnection from 'better-sqlite3'

// Loaded before the server, to show that the tests find losses: makes SQLite sync less than the server configures.
const { pragma } = SqliteConnection.prototype
const weak = process.env.WEAKENED_TO

SqliteConnection.prototype.pragma = function (this: SqliteConnection.Database, source, options) {
  if (source === 'synchronous') return 2
  return pragma.call(this, source === 'synchronous = FULL' ? `synchronous = ${weak}` : source, options)
}
