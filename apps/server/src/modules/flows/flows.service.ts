import { hash } from 'node:crypto'
import { type CreateFlowRequest, LIMITS } from '@plimsoll/contract'
import { parseFlow } from '@plimsoll/flow'
import type { Database } from '../../database/database.ts'
import { isId, newId } from '../../database/ids.ts'
import { libraryEntry } from '../../database/library-entry.ts'
import { ApiError } from '../../errors.ts'
import { type JsonSource, memberText } from '../../json-source.ts'
import { packedAnswer } from '../../packed.ts'
import { moveToBin, trimBin } from '../bin/bin.repository.ts'
import { putEntry } from '../library/library.repository.ts'
import type { LiveActions } from '../live/live.actions.ts'
import { headingOf, packContent } from '../live/stored-content.ts'
import { authorizedFlow, authorizedHead, authorizeIn } from '../sharing/authorize.ts'
import { firstVersion, replaceFlow } from '../versions/replace-flow.ts'
import { addVersion } from '../versions/versions.repository.ts'
import type { FlowActions } from './flows.actions.ts'
import { addFlow, findFlowByRequest, lockUser } from './flows.repository.ts'
import { answerFor, packFlow } from './packed-flow.ts'
import { mostFlows, refuseFullLibrary } from './quota.ts'

interface FlowServiceOptions {
  database: Database
  flowsPerUser: number
  versionBytesPerUser: number
  live: LiveActions
  now: () => number
}

export function createFlowService({
  database,
  flowsPerUser,
  versionBytesPerUser,
  live,
  now,
}: FlowServiceOptions): FlowActions {
  /** A flow with what is in the log of its document already, in the version that is stored. */
  async function withLog(id: string, { version, created_at, name, description }: StoredRow) {
    const content = await live.content(id)
    const heading = headingOf(content, { name, description })
    return packContent(content, { id, ...heading, version, createdAt: created_at, updatedAt: now() })
  }

  return {
    async show({ id: userId }, id) {
      const { role, row } = await authorizedFlow(database, { userId, flowId: id, action: 'show', now: now() })
      const packed = row.unsaved_since === null ? row.packed : await withLog(id, row)
      return answerFor(role, packed, { isShared: Boolean(row.is_shared) })
    },

    async create(user, flow, source, requestKey) {
      const userId = user.id
      const texts = documentTexts(flow, source)
      const time = now()
      const id = newId()
      const packed = await packFlow({ id, version: 1, createdAt: time, updatedAt: time, ...metadata(flow), ...texts })
      const row = { id, user_id: userId, created_at: time, updated_at: time, packed, ...columns(flow) }
      const request = requestKey && { request_key: requestKey, request_digest: hash('sha256', source.text) }
      return database.write(async (queries) => {
        const userExists = await lockUser(queries, userId)
        if (!userExists) throw new ApiError('auth/unauthorized')
        const earlier = request && (await findFlowByRequest(queries, userId, request.request_key))
        if (earlier) {
          if (earlier.request_digest !== request.request_digest) throw new ApiError('validation/key-reused')
          return packedAnswer(earlier.packed)
        }
        await refuseFullLibrary(queries, user, flowsPerUser)
        await addFlow(queries, { ...row, ...request })
        await putEntry(queries, libraryEntry(row, flow.nodes))
        await addVersion(queries, { ...firstVersion(row, userId), note: flow.note })
        return packedAnswer(packed)
      })
    },

    async update({ id: userId }, id, flow, source) {
      const attempt = { userId, flowId: id, action: 'save', now: now() } as const
      const { row, role: roleBefore } = await authorizedHead(database, attempt)
      if (flow.live && row.live_version !== null) {
        const saved = await live.save(id, { userId, note: flow.note, name: flow.name, description: flow.description })
        if (!saved) throw new ApiError('resource/not-found')
        return answerFor(roleBefore, saved.packed, { isShared: Boolean(row.is_shared) })
      }
      // It may still become stale until it is written, but most are refused here, before they cost anything.
      if (row.version !== flow.version) throw new ApiError('resource/conflict')
      const createdAt = row.created_at
      const texts = documentTexts(flow, source)
      const version = flow.version + 1
      const updatedAt = now()
      const packed = await packFlow({ id, version, createdAt, updatedAt, ...metadata(flow), ...texts })
      const changes = { updated_at: updatedAt, packed, ...columns(flow) }
      const { version: fromVersion, nodes, note } = flow
      const { role } = await database.write(async (queries) => {
        const allowed = await authorizeIn(queries, attempt)
        await replaceFlow(queries, {
          ...{ id, userId: allowed.ownerId, authorId: userId, fromVersion, changes, nodes },
          about: { note },
          mostBytes: versionBytesPerUser,
        })
        return allowed
      })
      live.changed(id)
      return answerFor(role, packed, { isShared: Boolean(row.is_shared) })
    },

    async remove(user, id) {
      const isRemoved =
        isId(id) &&
        (await database.write(async (queries) => {
          const { ownerId } = await authorizeIn(queries, { userId: user.id, flowId: id, action: 'remove', now: now() })
          const isMoved = await moveToBin(queries, ownerId, id, now())
          if (isMoved) await trimBin(queries, ownerId, mostFlows(user, flowsPerUser))
          return isMoved
        }))
      if (!isRemoved) throw new ApiError('resource/not-found')
    },
  }
}

interface StoredRow {
  version: number
  created_at: number
  name: string
  description: string
}

function metadata({ name, description, documentVersion }: CreateFlowRequest) {
  return { name, description, documentVersion }
}

function columns({ name, description, nodes, edges }: CreateFlowRequest) {
  return { name, description, node_count: nodes.length, edge_count: edges.length }
}

/** The parts of a document exactly as sent. Throws with every fault and its path. */
function documentTexts({ documentVersion, nodes, edges, groups }: CreateFlowRequest, source: JsonSource) {
  const parsed = parseFlow({ documentVersion, nodes, edges, groups })
  if (!parsed.ok) throw new ApiError('validation/flow', { errors: reportedFaults(parsed.faults) })
  const simulation = memberText(source, 'simulation')
  if (simulation && simulation.length > LIMITS.simulationSettings) {
    throw new ApiError('validation/flow', { errors: { simulation: 'is too large' } })
  }
  return {
    nodes: memberText(source, 'nodes') ?? '[]',
    edges: memberText(source, 'edges') ?? '[]',
    groups: memberText(source, 'groups'),
    simulation,
  }
}

function reportedFaults(faults: readonly { path: string; message: string }[]): Record<string, string> {
  return Object.fromEntries(faults.slice(0, LIMITS.reportedFaults).map(({ path, message }) => [path, message]))
}
