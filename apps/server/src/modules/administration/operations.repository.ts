import { sql } from 'kysely'
import type { Queries } from '../../database/database.ts'

const OPEN = ['queued', 'running'] as const

/** The oldest first, of everybody. */
export function listOpenExperiments(queries: Queries, limit: number) {
  return queries
    .selectFrom('experiments')
    .innerJoin('users', 'users.id', 'experiments.user_id')
    .select([
      'experiments.id',
      'kind',
      'state',
      'share',
      'progress',
      'experiments.created_at',
      'started_at',
      'attempts',
    ])
    .select('users.email')
    .where('state', 'in', OPEN)
    .orderBy('experiments.created_at')
    .orderBy('experiments.id')
    .limit(limit)
    .execute()
}

export async function countOpenExperiments(queries: Queries): Promise<{ queued: number; running: number }> {
  const rows = await queries
    .selectFrom('experiments')
    .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
    .where('state', 'in', OPEN)
    .groupBy('state')
    .execute()
  const of = (state: string) => rows.find((row) => row.state === state)?.count ?? 0
  return { queued: of('queued'), running: of('running') }
}

/** Ends an experiment that waits or runs, whose process notices. Returns false when there is none. */
export async function cancelExperiment(queries: Queries, id: string, { reason, now }: { reason: string; now: number }) {
  const { numUpdatedRows } = await queries
    .updateTable('experiments')
    .set({ state: 'failed', progress: reason, finished_at: now, lease_until: 0 })
    .where('id', '=', id)
    .where('state', 'in', OPEN)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** How many parts wait for workers and are computed by them; null where no server or worker has made the queue. */
export async function countParts(queries: Queries): Promise<{ waiting: number; running: number } | null> {
  const { rows: found } = await sql<{ name: string | null }>`select to_regclass('pgboss.job')::text as name`.execute(
    queries,
  )
  if (!found[0]?.name) return null
  const { rows } = await sql<{ state: string; count: number | string }>`
    select state::text as state, count(*) as count from pgboss.job
    where name like 'experiment-parts.%' and state in ('created', 'retry', 'active') group by state`.execute(queries)
  const of = (...states: string[]) =>
    rows.filter(({ state }) => states.includes(state)).reduce((sum, { count }) => sum + Number(count), 0)
  return { waiting: of('created', 'retry'), running: of('active') }
}

interface Usage {
  user_id: string
  email: string
  name: string
  is_team: number
  flows: number | string
  versions: number | string
  experiments: number | string
  live: number | string
  /** Null unless the account is being removed. */
  closed_at: number | null
  bin: number | string
}

/** Bytes of each account and team, of which the quota is the sum (`measureStorage`). */
export async function findUsage(queries: Queries) {
  const { rows } = await sql<Usage>`
    select users.id as user_id, email, first_name as name, is_team, closed_at, version_bytes as versions,
      coalesce(live.bytes, 0) + coalesce(updates.bytes, 0) as live,
      coalesce(flows.bytes, 0) as flows, coalesce(bin.bytes, 0) as bin, coalesce(experiments.bytes, 0) as experiments
    from users
    left join (select user_id, sum(length(packed)) as bytes from flows group by user_id) as flows on flows.user_id = users.id
    left join (select user_id, sum(length(packed)) as bytes from removed_flows group by user_id) as bin
      on bin.user_id = users.id
    left join (
      select owners.user_id, sum(length(state)) as bytes
      from live_documents inner join library_entries as owners using (flow_id) group by owners.user_id
    ) as live on live.user_id = users.id
    left join (
      select owners.user_id, sum(length(data)) as bytes
      from live_updates inner join library_entries as owners using (flow_id) group by owners.user_id
    ) as updates on updates.user_id = users.id
    left join (
      select user_id, sum(length(request) + coalesce(length(result), 0)) as bytes from experiments group by user_id
    ) as experiments on experiments.user_id = users.id`.execute(queries)
  return rows.map(({ flows, versions, experiments, live, bin, ...row }) => ({
    ...row,
    ...{ flows: Number(flows), versions: Number(versions), bin: Number(bin) },
    ...{ live: Number(live), experiments: Number(experiments) },
  }))
}

export async function findDatabaseBytes(queries: Queries, name: 'SQLite' | 'PostgreSQL'): Promise<number> {
  const query =
    name === 'PostgreSQL'
      ? sql<{ bytes: number | string }>`select pg_database_size(current_database()) as bytes`
      : sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
  return Number((await query.execute(queries)).rows[0]?.bytes ?? 0)
}
