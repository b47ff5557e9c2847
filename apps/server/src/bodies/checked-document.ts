import { type CreateFlowRequest, LIMITS } from '@plimsoll/contract'
import { parseFlow } from '@plimsoll/flow'
import { searchText } from '../database/library-entry.ts'
import { ApiError } from '../errors.ts'
import { type JsonSource, memberText } from '../json-source.ts'
import { documentBytes } from '../modules/flows/packed-flow.ts'
import type { CheckedDocument } from './body-source.ts'

/** Takes the parts of a document exactly as sent. Throws with every fault and its path. */
export function checkDocument(flow: CreateFlowRequest, source: JsonSource): CheckedDocument {
  const { documentVersion, nodes, edges, groups, slides } = flow
  const parsed = parseFlow({ documentVersion, nodes, edges, groups, slides })
  if (!parsed.ok) throw new ApiError('validation/flow', { errors: reportedFaults(parsed.faults) })
  const simulation = memberText(source, 'simulation')
  if (simulation && simulation.length > LIMITS.simulationSettings) {
    throw new ApiError('validation/flow', { errors: { simulation: 'is too large' } })
  }
  return documentOf(source, flow)
}

interface Parts {
  name: string
  description: string
  nodes: readonly unknown[]
  edges: readonly unknown[]
}

export function documentOf(source: JsonSource, { name, description, nodes, edges }: Parts): CheckedDocument {
  return {
    nodes: nodes.length,
    edges: edges.length,
    words: searchText({ name, description }, nodes),
    ...documentBytes({
      nodes: memberText(source, 'nodes') ?? '[]',
      edges: memberText(source, 'edges') ?? '[]',
      groups: memberText(source, 'groups'),
      slides: memberText(source, 'slides'),
      simulation: memberText(source, 'simulation'),
    }),
  }
}

function reportedFaults(faults: readonly { path: string; message: string }[]): Record<string, string> {
  return Object.fromEntries(faults.slice(0, LIMITS.reportedFaults).map(({ path, message }) => [path, message]))
}
