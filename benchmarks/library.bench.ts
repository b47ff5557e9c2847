import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../apps/server/test/support/postgres-cluster.ts'
import { percentile } from './percentile.ts'
import { addFullLibrary } from './server/full-library.ts'
import type { Place } from './server/library.ts'
import { startMeasured } from './server/measured-process.ts'

const SERVER = join(import.meta.dirname, '..', 'apps', 'server', 'src', 'main.ts')
const FLOWS = 10_000
const SORTS = ['updated', 'name', 'nodes', 'opened'] as const
const SCOPES = ['own', 'shared', 'team'] as const
/** Words that a third, few, one or none of the flows have, and as one types: parts of words. */
const SEARCHES = ['orders', 'payments ledger', '4711', 'nowhere', 'e', 'ser', 'orders payments ledger checkout']
const ROUNDS = 6
const PAGES = 3

/**
 * How long lists of 10,000 flows take to answer, over HTTP: the first pages and the next ones in each order, and searches, of the own
 * flows, of those that others share, and of a team.
 */
export async function bench(): Promise<Record<string, number>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'plimsoll-bench-'))
  const postgres = await startPostgres()
  try {
    return {
      ...(await benchLists('sqlite', { dataDir })),
      ...(await benchLists('postgres', { dataDir, databaseUrl: `${postgres.url}/postgres` })),
    }
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function benchLists(name: string, place: Place): Promise<Record<string, number>> {
  const token = await addFullLibrary(place, FLOWS)
  const env = {
    PORT: '0',
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl,
    RATE_LIMITS: 'off',
    DEMO_MODE: '0',
  }
  const server = await startMeasured(SERVER, [], env)
  const times = new Map<string, number[]>()
  const list = async (kind: string, query: Record<string, string>) => {
    const began = performance.now()
    const answer = await fetch(`http://127.0.0.1:${server.port}/api/flows?${new URLSearchParams(query)}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { page } = (await answer.json()) as { page: { next: string | null; all: number } }
    const taken = performance.now() - began
    if (page.all !== FLOWS) throw new Error(`${kind}: ${page.all} flows are in the list.`)
    times.set(kind, [...(times.get(kind) ?? []), taken])
    return page.next
  }
  try {
    // The first round warms the server up.
    for (let round = -1; round < ROUNDS; round++) {
      if (round === 0) times.clear()
      for (const whose of SCOPES) {
        for (const sort of SORTS) {
          let next = await list(`${whose}.first`, { whose, sort })
          for (let count = 0; count < PAGES && next; count++)
            next = await list(`${whose}.next`, { whose, sort, cursor: next })
          for (const q of SEARCHES) await list(`${whose}.search`, { whose, sort, q })
        }
      }
    }
  } finally {
    await server.stop()
  }
  const figures = (part: number, unit: string) =>
    [...times].map(([kind, all]) => [`library.${name}.${kind}.${unit}`, percentile(all, part)] as const)
  return Object.fromEntries([...figures(0.99, 'p99Ms'), ...figures(0.5, 'medianMs')])
}
