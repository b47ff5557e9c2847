import type { Queries } from '../../database/database.ts'

type Table = 'flows' | 'removed_flows'

export const listCheckedFlows = (queries: Queries, table: Table) =>
  queries.selectFrom(table).select('id').orderBy('id').execute()

export function findCheckedFlow(queries: Queries, table: Table, id: string) {
  return queries
    .selectFrom(table)
    .select(['id', 'user_id', 'name', 'description', 'version', 'node_count', 'edge_count', 'packed'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Those that have a content of their own. */
export const listCheckedVersions = (queries: Queries) =>
  queries
    .selectFrom('flow_versions')
    .select(['flow_id', 'version'])
    .where('packed', 'is not', null)
    .orderBy('flow_id')
    .orderBy('version')
    .execute()

export function findCheckedVersion(queries: Queries, id: string, version: number) {
  return queries
    .selectFrom('flow_versions')
    .select('packed')
    .where('flow_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
}
