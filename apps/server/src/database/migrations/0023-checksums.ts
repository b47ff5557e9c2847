import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { CHECKSUM_BYTES, hasChecksum, isIntact, withChecksum } from '../checksum.ts'

const BATCH = 50

interface Row {
  id: string
  version: number
  packed: Uint8Array<ArrayBuffer>
}

export const checksums: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['flows', 'removed_flows', 'flow_versions'] as const) await addChecksums(db, table)
    // It is the size of the content, also of the version that a flow is in.
    await sql`update flow_versions set bytes = bytes + ${CHECKSUM_BYTES}`.execute(db)
    await sql`
      update users set version_bytes = coalesce((
        select sum(bytes) from flow_versions join library_entries on library_entries.flow_id = flow_versions.flow_id
        where library_entries.user_id = users.id and packed is not null
      ), 0)`.execute(db)
  },
}

/** What is damaged already gets none, so that it is found. */
async function addChecksums(db: Kysely<unknown>, table: 'flows' | 'removed_flows' | 'flow_versions') {
  const [of, id] = [sql.table(table), sql.ref(table === 'flow_versions' ? 'flow_id' : 'id')]
  let last = { id: '', version: 0 }
  for (;;) {
    const { rows } = await sql<Row>`
      select ${id} as id, version, packed from ${of}
      where packed is not null and (${id} > ${last.id} or (${id} = ${last.id} and version > ${last.version}))
      order by ${id}, version limit ${sql.lit(BATCH)}
    `.execute(db)
    for (const { id: key, version, packed } of rows) {
      if (hasChecksum(packed) || !isIntact(packed)) continue
      await sql`update ${of} set packed = ${withChecksum(packed)} where ${id} = ${key} and version = ${version}`.execute(
        db,
      )
    }
    const end = rows.at(-1)
    if (!end) return
    last = end
  }
}
