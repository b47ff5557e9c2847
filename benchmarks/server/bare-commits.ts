import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

interface CommitOptions {
  /** Made anew, and removed. */
  file: string
  /** Content of a row. */
  bytes: Uint8Array
  /** Rows written by one commit. */
  group: number
  ms: number
}

/** How many rows a second SQLite overwrites, and the disk holds, with nothing else to do: WAL and `synchronous=FULL` as ours. */
export function rowsPerSecond({ file, bytes, group, ms }: CommitOptions): number {
  const db = new DatabaseSync(file)
  db.exec(
    'pragma journal_mode = WAL; pragma synchronous = FULL; create table flows (id integer primary key, packed blob)',
  )
  const write = db.prepare('insert into flows values (?, ?) on conflict do update set packed = excluded.packed')
  const content = Buffer.from(bytes)
  let rows = 0
  const started = performance.now()
  while (performance.now() - started < ms) {
    db.exec('begin immediate')
    // SQLite does not write what is there already.
    content.writeUInt32LE(rows)
    for (let id = 0; id < group; id++) write.run(id, content)
    db.exec('commit')
    rows += group
  }
  const seconds = (performance.now() - started) / 1_000
  db.close()
  for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true })
  return rows / seconds
}
