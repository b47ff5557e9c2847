import { expect, it } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { SLICE } from '../../src/database/slices.ts'
import { removeExpired } from '../../src/modules/auth/expiry-cleanup.ts'
import { bulkyFlow } from '../support/large-flows.ts'
import { onEachDatabase } from '../support/on-each-database.ts'
import { HOUR, type TestUser } from '../support/test-server.ts'

const DAY = 24 * HOUR
const KIB = 1024
const KEPT = {
  ...{
    sessionIdleMs: 900 * DAY,
    sessionMaxMs: 900 * DAY,
    sessionRememberMs: 900 * DAY,
    versionRetentionMs: 365 * DAY,
    auditRetentionMs: 365 * DAY,
  },
}

onEachDatabase('what has expired', (server) => {
  let seed = 1
  const body = () => bulkyFlow(150 * KIB, seed++)
  const save = async ({ token }: TestUser): Promise<string> =>
    (await server().request('/api/flows', { token, body: body() })).body.data.id
  /** So many versions of a flow, the first one included. */
  const saveVersions = async ({ token }: TestUser, id: string, count: number) => {
    for (let version = 1; version < count; version++) {
      const answer = await server().request(`/api/flows/${id}`, { method: 'PUT', token, body: { ...body(), version } })
      expect(answer.status).toBe(200)
    }
  }
  /** What is stored of removed flows and of versions, in bytes and rows. */
  const stored = async () => {
    const { read } = server().database
    const removed = await read.selectFrom('removed_flows').select('packed').execute()
    const versions = await read.selectFrom('flow_versions').select('packed').where('packed', 'is not', null).execute()
    const entries = await read.selectFrom('library_entries').select('flow_id').execute()
    const bytes = [...removed, ...versions].reduce((sum, { packed }) => sum + (packed?.byteLength ?? 0), 0)
    return { bytes, removed: removed.length, versions: versions.length, entries: entries.length }
  }
  /** Clears away, until so many transactions are over; returns how many bytes each of them removed. */
  const clearAway = async ({ most = Number.POSITIVE_INFINITY } = {}) => {
    const stopping = new AbortController()
    const steps: number[] = []
    const { database, clock } = server()
    const watched: Database = {
      ...database,
      async write(work) {
        const before = await stored()
        const result = await database.write(work)
        steps.push(before.bytes - (await stored()).bytes)
        if (steps.length === most) stopping.abort()
        return result
      },
    }
    await removeExpired({ database: watched, config: KEPT, now: () => clock.now, stopped: stopping.signal })
    return steps
  }

  it('[API-970] goes in slices: flows of the bin with their versions, and versions that are thinned', async () => {
    const user = await server().addUser()
    const removed = [await save(user), await save(user), await save(user)]
    const [first = ''] = removed
    await saveVersions(user, first, 10)
    const kept = await save(user)
    for (const id of removed) await server().request(`/api/flows/${id}`, { method: 'DELETE', token: user.token })
    server().clock.now += 40 * DAY
    const { token } = { token: await server().openSession(user.id) }
    await saveVersions({ ...user, token }, kept, 12)
    expect(await stored()).toMatchObject({ removed: 3, versions: 20, entries: 4 })
    // All of an hour but its last version are thinned a day later.
    server().clock.now += 2 * DAY

    const largest = 200 * KIB
    const begun = await clearAway({ most: 2 })
    expect(await stored()).toMatchObject({ removed: 0, entries: 4 })
    const steps = [...begun, ...(await clearAway())]
    expect(Math.max(...steps)).toBeLessThanOrEqual(SLICE.bytes + largest)
    expect(steps.filter((bytes) => bytes > 0).length).toBeGreaterThan(4)
    expect(await stored()).toMatchObject({ removed: 0, entries: 1 })
    expect((await stored()).versions).toBeLessThanOrEqual(2)
    expect((await clearAway()).every((bytes) => bytes === 0)).toBe(true)
  })

  it('[API-970] a flow of the bin is gone at once, whatever is left of it', async () => {
    const user = await server().addUser()
    const id = await save(user)
    await server().request(`/api/flows/${id}`, { method: 'DELETE', token: user.token })
    server().clock.now += 40 * DAY
    const token = await server().openSession(user.id)
    await clearAway({ most: 2 })
    expect((await server().request('/api/bin', { token })).body.data).toEqual([])
    expect((await server().request(`/api/bin/${id}/restore`, { method: 'POST', token })).status).toBe(404)
    await clearAway()
  })
})
