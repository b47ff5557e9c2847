import { isDeepStrictEqual } from 'node:util'
import type { CreateExperimentRequest, ExperimentKind, ExperimentResult, FlowData } from '@plimsoll/contract'
import { type Flow, parseFlow } from '@plimsoll/flow'
import type { Database } from '../../database/database.ts'
import { ApiError } from '../../errors.ts'
import { unpack } from '../../packed.ts'
import { unpackFlow } from '../flows/packed-flow.ts'
import { type Attempt, authorize } from '../sharing/authorize.ts'
import { changeVersion, findVersion } from './versions.repository.ts'

interface FinishedExperiment {
  user_id: string
  kind: ExperimentKind
  flow_id: string | null
  flow_version: number | null
  request: Uint8Array<ArrayBuffer>
}

/** Keeps the figures of an experiment with the version that it was made with; not where the design had been changed since. */
export async function keepFigures(
  database: Database,
  { user_id: userId, kind, flow_id: id, flow_version: version, request: packed }: FinishedExperiment,
  { result, now }: { result: Uint8Array<ArrayBuffer>; now: number },
): Promise<void> {
  if (id === null || version === null || (kind !== 'simulate' && kind !== 'capacity')) return
  const ownerId = await ownerOf(database, { userId, flowId: id, action: 'describe version', now })
  const stored = ownerId && (await findVersion(database.read, ownerId, id, version))
  if (!stored) return
  const request = JSON.parse(`${await unpack(packed)}`) as CreateExperimentRequest
  const content = JSON.parse(await unpackFlow(stored.packed)) as FlowData
  // The capacity of one client is none of the flow.
  if (request.client !== undefined || !isSameDesign(request.design, content)) return
  const { data } = JSON.parse(`${await unpack(result)}`) as { data: ExperimentResult }
  const changes = kind === 'simulate' ? figuresOfRun(data) : { capacity_rps: meanOf(data.report.capacityRps) }
  await database.write((queries) => changeVersion(queries, { userId: ownerId, id, version }, changes))
}

/** Of the flow, where the user may describe its versions; undefined: it is gone, or only shown to the user. */
async function ownerOf(database: Database, attempt: Attempt): Promise<string | undefined> {
  try {
    return (await authorize(database, attempt)).ownerId
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

function figuresOfRun({ report }: ExperimentResult) {
  const { response, costPerHour } = Object(report.figures)
  return { p99_ms: meanOf(Object(response).p99), cost_per_hour: meanOf(costPerHour) }
}

/** Of an estimate; null where it has none. */
function meanOf(estimate: unknown): number | null {
  const { mean } = Object(estimate)
  return typeof mean === 'number' ? mean : null
}

/** Whether both simulate alike: they may be laid out in different ways. */
function isSameDesign(design: unknown, stored: unknown): boolean {
  const [one, other] = [parseFlow(design), parseFlow(stored)]
  return one.ok && other.ok && isDeepStrictEqual(simulatedOf(one.flow), simulatedOf(other.flow))
}

function simulatedOf({ nodes, edges, simulation }: Flow) {
  return {
    nodes: nodes.map(({ id, type, data }) => ({ id, type, data })),
    edges: edges.map(({ id, type, source, target, data }) => ({ id, type, source, target, data })),
    simulation: simulation ?? {},
  }
}
