import { hash } from 'node:crypto'
import { type CreateFlowRequest, LIMITS } from '@plimsoll/contract'
import { parseFlow } from '@plimsoll/flow'
import type { Database } from '../../database/database.ts'
import { isId, newId } from '../../database/ids.ts'
import { ApiError } from '../../errors.ts'
import { type JsonSource, memberText } from '../../plugins/json-guard.ts'
import { flowAnswer } from './flow-answer.ts'
import {
  addFlow,
  countFlows,
  type FlowContent,
  findFlow,
  findFlowByRequest,
  flowExists,
  listFlows,
  removeFlow,
  takeTurn,
  updateFlow,
} from './flows.repository.ts'
import type { FlowActions } from './flows.routes.ts'

interface FlowServiceOptions {
  database: Database
  now: () => number
}

export function createFlowService({ database, now }: FlowServiceOptions): FlowActions {
  return {
    async list({ id: userId }) {
      const rows = await listFlows(database, userId)
      return rows.map(({ id, name, description, node_count, edge_count, updated_at }) => ({
        id,
        name,
        description,
        nodes: node_count,
        edges: edge_count,
        updatedAt: new Date(updated_at).toISOString(),
      }))
    },

    async show({ id: userId }, id) {
      const [flow] = isId(id) ? await findFlow(database, userId, id) : []
      if (!flow) throw new ApiError('resource/not-found')
      return flowAnswer(flow)
    },

    async create({ id: userId }, flow, source, requestKey) {
      const content = readContent(flow, source)
      const time = now()
      const row = { id: newId(), user_id: userId, version: 1, created_at: time, updated_at: time, ...content }
      const request = requestKey && { request_key: requestKey, request_digest: hash('sha256', source.text) }
      return database.write(async (queries) => {
        const isThere = await takeTurn(queries, userId)
        if (!isThere) throw new ApiError('auth/unauthorized')
        const earlier = request && (await findFlowByRequest(queries, userId, request.request_key))
        if (earlier) {
          if (earlier.request_digest !== request.request_digest) throw new ApiError('validation/key-reused')
          return flowAnswer(earlier)
        }
        if ((await countFlows(queries, userId)) >= LIMITS.flowsPerUser) throw new ApiError('validation/quota')
        await addFlow(queries, { ...row, ...request })
        return flowAnswer(row)
      })
    },

    async update({ id: userId }, id, flow, source) {
      if (!isId(id)) throw new ApiError('resource/not-found')
      const content = readContent(flow, source)
      return database.write(async (queries) => {
        const change = { userId, id, fromVersion: flow.version, now: now(), content }
        const updated = await updateFlow(queries, change)
        if (updated) return flowAnswer({ id, ...content, ...updated })
        const isThere = await flowExists(queries, userId, id)
        throw new ApiError(isThere ? 'resource/conflict' : 'resource/not-found')
      })
    },

    async remove({ id: userId }, id) {
      const isRemoved = isId(id) && (await database.write((queries) => removeFlow(queries, userId, id)))
      if (!isRemoved) throw new ApiError('resource/not-found')
    },
  }
}

/** What is stored of a flow that was sent. Throws with every fault of the document and its path. */
function readContent(flow: CreateFlowRequest, source: JsonSource): FlowContent {
  const { documentVersion, nodes, edges } = flow
  const parsed = parseFlow({ documentVersion, nodes, edges })
  if (!parsed.ok) throw new ApiError('validation/flow', { errors: reportedFaults(parsed.faults) })
  const simulation = memberText(source, 'simulation') ?? null
  if (simulation && simulation.length > LIMITS.simulationSettings) {
    throw new ApiError('validation/flow', { errors: { simulation: 'is too large' } })
  }
  return {
    name: flow.name,
    description: flow.description,
    node_count: nodes.length,
    edge_count: edges.length,
    document_version: documentVersion,
    nodes: memberText(source, 'nodes') ?? '[]',
    edges: memberText(source, 'edges') ?? '[]',
    simulation,
  }
}

function reportedFaults(faults: readonly { path: string; message: string }[]): Record<string, string> {
  return Object.fromEntries(faults.slice(0, LIMITS.reportedFaults).map(({ path, message }) => [path, message]))
}
