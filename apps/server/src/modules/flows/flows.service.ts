import { hash } from 'node:crypto'
import type { CreateFlowRequest } from '@plimsoll/contract'
import { type BodySource, type CheckedDocument, isText, orThrow } from '../../bodies/body-source.ts'
import { checkDocument } from '../../bodies/checked-document.ts'
import type { ReadStored } from '../../bodies/read-stored.ts'
import { isIntact } from '../../database/checksum.ts'
import type { Database } from '../../database/database.ts'
import { isId, newId } from '../../database/ids.ts'
import { entryOf } from '../../database/library-entry.ts'
import { ApiError } from '../../errors.ts'
import { recordAudit } from '../audit/audit.ts'
import { moveToBin, trimBin } from '../bin/bin.repository.ts'
import { putEntry } from '../library/library.repository.ts'
import type { LiveActions } from '../live/live.actions.ts'
import { type Attempt, authorizedFlow, authorizedHead, authorizeIn } from '../sharing/authorize.ts'
import { firstVersion, replaceFlow, type StorageBounds } from '../versions/replace-flow.ts'
import { addVersion } from '../versions/versions.repository.ts'
import { packDrawn } from './drawn-flow.ts'
import type { FlowActions } from './flows.actions.ts'
import { addFlow, findFlowByRequest, lockUser } from './flows.repository.ts'
import { readLarge } from './large-flow.ts'
import { answerFor, isWhole, packDocument, storedFlow } from './packed-flow.ts'
import { boundsOf, mostFlows, refuseFullLibrary, refuseFullSandbox } from './quota.ts'
import { makeRoom, refuseBulky } from './room.ts'

interface FlowServiceOptions extends StorageBounds {
  database: Database
  flowsPerUser: number
  live: LiveActions
  readStored: ReadStored
  now: () => number
}

export function createFlowService({
  database,
  flowsPerUser,
  live,
  readStored,
  now,
  ...bounds
}: FlowServiceOptions): FlowActions {
  async function contentOf(id: string, { packed, version, bytes }: ReadRow) {
    const content = packed ?? (await readLarge(database, { id, version, bytes }))
    if (!content) throw new ApiError('resource/not-found')
    return content
  }

  /** With what a save has left out as it is stored. */
  async function withKept(document: CheckedDocument, flow: CreateFlowRequest, attempt: Attempt) {
    if (isWhole(document)) return document
    const { row } = await authorizedFlow(database, attempt)
    const packed = await contentOf(attempt.flowId, row)
    // A damaged flow can be saved anew.
    if (!isIntact(packed)) return document
    const stored = await readStored(packed, flow, attempt.userId)
    return { ...document, optional: { ...stored.document.optional, ...document.optional } }
  }

  return {
    async show({ id: userId }, id, hold) {
      const { role, row } = await authorizedFlow(database, { userId, flowId: id, action: 'show', now: now() })
      hold(row.bytes)
      const drawn = row.unsaved_since === null ? undefined : await packDrawn({ live, id, head: row, now: now() })
      const packed = drawn ?? (await contentOf(id, row))
      return answerFor(role, packed, { isShared: Boolean(row.is_shared) })
    },

    async create(user, flow, source, requestKey) {
      const userId = user.id
      const document = documentIn(flow, source)
      const time = now()
      const id = newId()
      const head = { id, version: 1, createdAt: time, updatedAt: time, ...metadata(flow) }
      const packed = await packDocument(head, document)
      refuseBulky(packed)
      const row = { id, user_id: userId, created_at: time, updated_at: time, packed, ...columns(flow, document) }
      const request = requestKey && { request_key: requestKey, request_digest: digestOf(source) }
      return database.write(async (queries) => {
        const userExists = await lockUser(queries, userId)
        if (!userExists) throw new ApiError('auth/unauthorized')
        const earlier = request && (await findFlowByRequest(queries, userId, request.request_key))
        if (earlier) {
          if (earlier.request_digest !== request.request_digest) throw new ApiError('validation/key-reused')
          return storedFlow(earlier.packed)
        }
        await refuseFullLibrary(queries, user, flowsPerUser)
        await refuseFullSandbox(queries, user, row)
        await addFlow(queries, { ...row, ...request })
        await putEntry(queries, entryOf(row, document.words))
        await addVersion(queries, { ...firstVersion(row, userId), note: flow.note })
        await makeRoom(queries, userId, bounds.quotaBytesPerUser)
        return storedFlow(packed)
      })
    },

    async update(user, id, flow, source) {
      const userId = user.id
      const attempt = { userId, flowId: id, action: 'save', now: now() } as const
      const { row, role: roleBefore } = await authorizedHead(database, attempt)
      if (flow.live && row.live_version !== null) {
        const { note, name, description } = flow
        const saved = await live.save(id, { userId, note, change: { name, description } })
        if (!saved) throw new ApiError('resource/not-found')
        return answerFor(roleBefore, saved.packed, { isShared: Boolean(row.is_shared) })
      }
      // It may still become stale until it is written, but most are refused here, before they cost anything.
      if (row.version !== flow.version) throw new ApiError('resource/conflict')
      const createdAt = row.created_at
      const document = await withKept(documentIn(flow, source), flow, attempt)
      const version = flow.version + 1
      const updatedAt = now()
      const packed = await packDocument({ id, version, createdAt, updatedAt, ...metadata(flow) }, document)
      const changes = { updated_at: updatedAt, packed, ...columns(flow, document) }
      const { version: fromVersion, note } = flow
      const { role } = await database.write(async (queries) => {
        const allowed = await authorizeIn(queries, attempt)
        await refuseFullSandbox(queries, user, { id, packed })
        await replaceFlow(queries, {
          ...{ id, userId: allowed.ownerId, authorId: userId, fromVersion, changes },
          words: document.words,
          about: { note },
          bounds: boundsOf(user, bounds),
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
          if (isMoved) await trimBin(queries, ownerId, await mostFlows(queries, { ...user, id: ownerId }, flowsPerUser))
          if (isMoved) await recordAudit(queries, 'flow-removed', { actorId: user.id, subjectId: id, now: now() })
          return isMoved
        }))
      if (!isRemoved) throw new ApiError('resource/not-found')
    },
  }
}

const digestOf = (source: BodySource) => (isText(source) ? hash('sha256', source.text) : source.digest)

interface ReadRow {
  /** Null where it is large. */
  packed: Buffer<ArrayBuffer> | null
  version: number
  bytes: number
}

function metadata({ name, description, documentVersion }: CreateFlowRequest) {
  return { name, description, documentVersion }
}

function columns({ name, description }: CreateFlowRequest, { nodes, edges }: CheckedDocument) {
  return { name, description, node_count: nodes, edge_count: edges }
}

function documentIn(flow: CreateFlowRequest, source: BodySource): CheckedDocument {
  return isText(source) ? checkDocument(flow, source) : orThrow(source.document)
}
