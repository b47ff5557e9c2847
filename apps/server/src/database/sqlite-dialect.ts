import { type DatabaseConnection, SqliteAdapter, SqliteDialect, type SqliteDialectConfig, SqliteDriver } from 'kysely'
import { untilFree } from './until-free.ts'

/** SQLite as Kysely knows it, but patient with the locks of other processes. */
class PatientDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig

  constructor(config: SqliteDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver() {
    return new PatientDriver(this.#config)
  }
}

class PatientDriver extends SqliteDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    return {
      executeQuery: (query) => untilFree(() => connection.executeQuery(query)),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    }
  }
}

/** For the connection that writes: one transaction after the other. */
export class WriterDialect extends PatientDialect {
  override createAdapter() {
    return new WriterAdapter()
  }
}

class WriterAdapter extends SqliteAdapter {
  /** SQLite can change its schema in a transaction, and a migration that is cut short must leave nothing behind. */
  override get supportsTransactionalDdl() {
    return true
  }
}

/** For the connection that reads. It begins no transactions, so that no read has to wait for another one. */
export class ReaderDialect extends PatientDialect {
  override createAdapter() {
    return new ReaderAdapter()
  }
}

class ReaderAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}
