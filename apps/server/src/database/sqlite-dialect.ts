import { type DatabaseConnection, SqliteAdapter, SqliteDialect, type SqliteDialectConfig, SqliteDriver } from 'kysely'
import { retryWhileLocked } from './retry-while-locked.ts'

/** Kysely's dialect for SQLite, which retries while another process holds the lock. */
class RetryingDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig

  constructor(config: SqliteDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver() {
    return new RetryingDriver(this.#config)
  }
}

class RetryingDriver extends SqliteDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    return {
      executeQuery: (query) => retryWhileLocked(() => connection.executeQuery(query)),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    }
  }
}

/** For the writing connection: one transaction at a time. */
export class WriterDialect extends RetryingDialect {
  override createAdapter() {
    return new WriterAdapter()
  }
}

class WriterAdapter extends SqliteAdapter {
  /** SQLite supports this, and an interrupted migration must leave nothing behind. */
  override get supportsTransactionalDdl() {
    return true
  }
}

/** For the reading connection: without transactions, so that reads do not wait for each other. */
export class ReaderDialect extends RetryingDialect {
  override createAdapter() {
    return new ReaderAdapter()
  }
}

class ReaderAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}
