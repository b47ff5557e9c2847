import { completeData, type EdgeType, edgeKind, type NodeType, nodeKind } from '@plimsoll/catalog'
import type { Ends, FlowEdge, FlowNode, Position } from './document.ts'

/** Creates a node; `settings` override the kind's defaults one by one. */
export function createNode(
  type: NodeType,
  { id, position, settings = {} }: { id: string; position: Position; settings?: Readonly<Record<string, unknown>> },
): FlowNode {
  return { id, type, position, data: completeData(nodeKind(type).properties, settings) as FlowNode['data'] }
}

/** Creates an edge; `settings` override the kind's defaults one by one. */
export function createEdge(
  type: EdgeType,
  { id, ends, settings = {} }: { id: string; ends: Ends; settings?: Readonly<Record<string, unknown>> },
): FlowEdge {
  return {
    id,
    source: ends.source,
    target: ends.target,
    sourceHandle: ends.sourceHandle ?? null,
    targetHandle: ends.targetHandle ?? null,
    type,
    data: completeData(edgeKind(type).properties, settings) as FlowEdge['data'],
    markerEnd: { type: 'arrowclosed' },
  }
}

export const nodeId = (unique: string): string => `node-${unique}`

export const groupId = (unique: string): string => `group-${unique}`

export const slideId = (unique: string): string => `slide-${unique}`

export const edgeId = ({ source, target }: Ends, random8: string): string => `edge-${source}-${target}-${random8}`
