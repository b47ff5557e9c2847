import type { SavedVersion } from '@plimsoll/contract'
import { LIMITS } from '@plimsoll/contract'
import type { ReadStored } from '../../bodies/read-stored.ts'
import type { Database } from '../../database/database.ts'
import { isId } from '../../database/ids.ts'
import { ApiError } from '../../errors.ts'
import { answerFor, packDocument, requireIntact, storedFlow } from '../flows/packed-flow.ts'
import { boundsOf, refuseFullSandbox } from '../flows/quota.ts'
import type { LiveActions } from '../live/live.actions.ts'
import { readStored as readContentOf } from '../live/stored-content.ts'
import { authorize, authorizedHead, authorizeIn } from '../sharing/authorize.ts'
import { replaceFlow, type StorageBounds } from './replace-flow.ts'
import type { VersionActions } from './versions.actions.ts'
import { changeVersion, findSummary, findVersion, listVersions, type VersionRow } from './versions.repository.ts'

const DEFAULT_LIMIT = 50
const VERSION = /^[1-9]\d{0,9}$/

interface VersionServiceOptions extends StorageBounds {
  database: Database
  live: LiveActions
  readStored: ReadStored
  now: () => number
}

export function createVersionService({
  database,
  live,
  readStored,
  now,
  ...bounds
}: VersionServiceOptions): VersionActions {
  async function find(userId: string, id: string, version: string) {
    const number = numberOf(id, version)
    const found = await findVersion(database.read, userId, id, number)
    if (!found) throw new ApiError('resource/not-found')
    return { ...found, number }
  }

  return {
    async list({ id: userId }, id, { limit = DEFAULT_LIMIT, cursor }) {
      const { ownerId, role } = await authorize(database, { userId, flowId: id, action: 'list versions', now: now() })
      // One more than asked for tells whether there is a next page.
      const rows = await listVersions(database.read, { userId: ownerId, id, before: cursor, limit: limit + 1 })
      const shown = rows.slice(0, limit)
      const last = shown.at(-1)
      const next = last && rows.length > limit ? `${last.version}` : null
      return { role, data: shown.map(present), page: { next } }
    },

    async show({ id: userId }, id, version) {
      const { ownerId } = await authorize(database, { userId, flowId: id, action: 'show version', now: now() })
      return storedFlow((await find(ownerId, id, version)).packed)
    },

    async change({ id: userId }, id, version, { name, note, p99Ms, capacityRps, costPerHour }) {
      const number = numberOf(id, version)
      const asked = { name, note, p99_ms: p99Ms, capacity_rps: capacityRps, cost_per_hour: costPerHour }
      const changes = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
      const changed = await database.write(async (queries) => {
        const { ownerId } = await authorizeIn(queries, { userId, flowId: id, action: 'describe version', now: now() })
        await changeVersion(queries, { userId: ownerId, id, version: number }, changes)
        return findSummary(queries, ownerId, id, number)
      })
      if (!changed) throw new ApiError('resource/not-found')
      return present(changed)
    },

    async restore(user, id, restored, { version: fromVersion, live: isLive = false }) {
      const userId = user.id
      const attempt = { userId, flowId: id, action: 'restore version', now: now() } as const
      const { ownerId, row, role: roleBefore } = await authorizedHead(database, attempt)
      const isDrawn = row.live_version !== null
      if (row.version !== fromVersion && !(isLive && isDrawn)) throw new ApiError('resource/conflict')
      const { name, description, created_at: createdAt, packed: kept, number } = await find(ownerId, id, restored)
      requireIntact(kept)
      if (isDrawn) {
        const { flow } = await readContentOf(kept)
        const saved = await live.save(id, { userId, change: { flow }, restoredFrom: number })
        if (!saved) throw new ApiError('resource/not-found')
        return answerFor(roleBefore, saved.packed, { isShared: Boolean(row.is_shared), replaced: saved.replaced })
      }
      const { documentVersion, document } = await readStored(kept, { name, description }, userId)
      const { nodes, edges, words } = document
      const updatedAt = now()
      const version = fromVersion + 1
      const packed = await packDocument(
        { id, name, description, version, documentVersion, createdAt, updatedAt },
        document,
      )
      const changes = { name, description, packed, node_count: nodes, edge_count: edges, updated_at: updatedAt }
      const { role } = await database.write(async (queries) => {
        const allowed = await authorizeIn(queries, attempt)
        await refuseFullSandbox(queries, user, { id, packed })
        await replaceFlow(queries, {
          ...{ id, userId: allowed.ownerId, authorId: userId, fromVersion, changes },
          words,
          about: { restored_from: number },
          bounds: boundsOf(user, bounds),
        })
        return allowed
      })
      live.changed(id)
      return answerFor(role, packed, { isShared: false })
    },
  }
}

/** Throws 'resource/not-found' where the path can name no version. */
function numberOf(id: string, version: string): number {
  const number = Number(version)
  if (!isId(id) || !VERSION.test(version) || number > LIMITS.flowVersion) throw new ApiError('resource/not-found')
  return number
}

function present(row: VersionRow): SavedVersion {
  return {
    version: row.version,
    savedAt: new Date(row.saved_at).toISOString(),
    savedBy: row.first_name === null ? null : `${row.first_name} ${row.last_name}`,
    name: row.name,
    note: row.note,
    restoredFrom: row.restored_from,
    nodes: row.node_count,
    edges: row.edge_count,
    p99Ms: row.p99_ms,
    capacityRps: row.capacity_rps,
    costPerHour: row.cost_per_hour,
  }
}
