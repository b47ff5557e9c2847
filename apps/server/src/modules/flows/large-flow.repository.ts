import { sql } from 'kysely'
import { prepared } from '../../database/prepared.ts'
import { READ_AT_ONCE } from '../sharing/sharing.repository.ts'

export const findSize = prepared(({ read }, id: string) =>
  read
    .selectFrom('flows')
    .select(['version', sql<number>`octet_length(packed)`.as('bytes')])
    .where('id', '=', id),
)

/** A part of what is stored of a flow, as long as it has this version; `from` counts from 1. */
export const findPart = prepared(({ read }, id: string, version: number, from: number) =>
  read
    .selectFrom('flows')
    .select(sql<Buffer>`substr(packed, cast(${from} as integer), ${sql.lit(READ_AT_ONCE)})`.as('part'))
    .where('id', '=', id)
    .where('version', '=', version),
)
