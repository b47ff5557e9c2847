import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { libraryEntry } from '../../apps/server/src/database/library-entry.ts'
import { openDatabase } from '../../apps/server/src/database/open.ts'
import type { NewFlow } from '../../apps/server/src/modules/flows/flows.repository.ts'
import { packFlow } from '../../apps/server/src/modules/flows/packed-flow.ts'
import { firstVersion } from '../../apps/server/src/modules/versions/replace-flow.ts'
import { layeredFlow } from '../graphs.ts'
import { addAccount, type Place } from './library.ts'

const BATCH = 500
const NODES = 30
/** Words of names and labels; each is in about one of twenty flows. */
const WORDS = (
  'orders payments ledger checkout search catalog pricing stock shipping returns invoices mail push audit login profile ' +
  'session gateway stream billing reports import export archive media thumbs chat presence voting maps routing geocode ' +
  'weather sensors alerts metrics traces logs builds deploys tickets booking seats rooms calendar contacts sync backup'
).split(' ')

/**
 * Makes an account with three lists of flows in the database of a server that does not run yet: the own ones, those that twenty others
 * share with it, and those of a team. Answers the token of a session.
 */
export async function addFullLibrary(place: Place, flows: number): Promise<string> {
  const userId = randomUUID()
  const token = await addAccount(place, userId)
  const others = Array.from({ length: 20 }, () => randomUUID())
  const teamId = randomUUID()
  for (const other of others) await addAccount(place, other)
  const database = await openDatabase({ ...place, databaseUrl: place.databaseUrl, onError: () => {} })
  const rows = await makeRows()
  const now = Date.now()
  const email = `${userId}@example.com`
  await database.write(async (queries) => {
    const names = { first_name: 'Crew', last_name: '', email: teamId, password_hash: '', email_verified_at: null }
    const team = { id: teamId, is_demo: 0, is_team: 1, created_at: now, updated_at: now, ...names }
    await queries.insertInto('users').values(team).execute()
    const member = { team_id: teamId, email, role: 'owner', created_at: now, opened_at: now } as const
    await queries.insertInto('team_members').values(member).execute()
  })
  for (const whose of ['own', 'shared', 'team'] as const) {
    for (let from = 0; from < flows; from += BATCH) {
      const made = Array.from({ length: Math.min(BATCH, flows - from) }, (_, at) => {
        const owner = { own: userId, shared: others[(from + at) % others.length] ?? '', team: teamId }[whose]
        return rows(owner, from + at, now)
      })
      await database.write(async (queries) => {
        await queries
          .insertInto('flows')
          .values(made.map(({ flow }) => flow))
          .execute()
        await queries
          .insertInto('library_entries')
          .values(made.map(({ entry }) => entry))
          .execute()
        await queries
          .insertInto('flow_versions')
          .values(made.map(({ flow }) => firstVersion(flow, flow.user_id)))
          .execute()
        if (whose === 'own') return
        const ids = made.map(({ flow }) => flow.id)
        if (whose === 'shared')
          await queries
            .insertInto('flow_shares')
            .values(
              made.map(({ flow: { id: flow_id }, entry: { sort_name, node_count, updated_at } }) => ({
                ...{ flow_id, email, role: 'viewer' as const, created_at: now },
                ...{ sort_name, node_count, updated_at },
              })),
            )
            .execute()
        await queries
          .insertInto('flow_openings')
          .values(
            ids
              .filter((_, at) => at % 10 === 0)
              .map((flow_id, at) => ({ flow_id, user_id: userId, opened_at: now - at })),
          )
          .execute()
      })
    }
  }
  // As PostgreSQL does by itself within a minute of so many new rows: until then it plans for tables of a few.
  if (place.databaseUrl !== undefined) await sql`vacuum analyze`.execute(database.read)
  await database.close()
  return token
}

/** Rows of flows with names, labels and times of their own, and one content. */
async function makeRows() {
  const { nodes, edges } = layeredFlow(NODES)
  const packed = await packFlow({
    ...{ id: randomUUID(), name: 'A system', description: '', version: 1, createdAt: 0, updatedAt: 0 },
    ...{ documentVersion: 1, groups: undefined, slides: undefined, simulation: undefined },
    ...{ nodes: JSON.stringify(nodes), edges: JSON.stringify(edges) },
  })
  const word = (at: number) => WORDS[Math.abs(at) % WORDS.length] ?? ''
  return (userId: string, at: number, now: number) => {
    const id = randomUUID()
    const flow: NewFlow = {
      ...{ id, user_id: userId, packed, node_count: NODES - (at % 25), edge_count: edges.length },
      name: `${word(at * 7)} ${word(at * 13 + 5)} ${at}`,
      description: `How ${word(at * 11 + 3)} reaches ${word(at * 17 + 1)} in region ${at % 9}`,
      created_at: now - at * 60_000,
      updated_at: now - ((at * 7919) % 10_007) * 60_000,
    }
    const named = nodes.map((node, of) => ({
      ...node,
      data: { ...node.data, label: `${word(at * 3 + of * of)} ${of}` },
    }))
    return { flow, entry: libraryEntry({ ...flow, id }, named) }
  }
}
