import {
  defaultEdgeType,
  EDGE_KINDS,
  type EdgeType,
  edgeTypeFromText,
  type NodeType,
  nodeTypeFromText,
  nodeTypeOf,
} from '@plimsoll/catalog'
import { createEdge, createNode, edgeId, groupId, nodeId } from '../create.ts'
import { FLOW_LIMITS, type Flow, type FlowGroup, GROUP_MINIMUM } from '../document.ts'
import type { Chart, ChartLink, ChartNode, MermaidFault } from './chart.ts'
import { readChart } from './read-chart.ts'
import { MermaidSyntaxError } from './scanner.ts'
import { KINDS_BY_SHAPE } from './shapes.ts'

export type ReadMermaid =
  | {
      readonly ok: true
      readonly title: string | null
      /** Every position is the origin, because Mermaid has no positions. */
      readonly flow: Flow
      /** The group that contains a node or a group, by id. */
      readonly parents: ReadonlyMap<string, string>
      /** How many links were left out, by reason. */
      readonly leftOut: Readonly<Record<LeftOut, number>>
    }
  | { readonly ok: false; readonly fault: MermaidFault }

/** Why a link cannot become an edge: a duplicate, from a node to itself, to or from a subgraph. */
export type LeftOut = 'twice' | 'toItself' | 'ofGroup'

/** Used when neither class, shape nor label tell the kind. */
const FALLBACK_KIND: NodeType = 'Server'
const ORIGIN = { x: 0, y: 0 }

/** Converts a Mermaid flowchart to a flow. Kinds follow from class names, shapes and labels; `makeId` returns unique texts. See docs/decisions/0095. */
export function readMermaid(text: string, { makeId }: { makeId: () => string }): ReadMermaid {
  let chart: Chart
  try {
    chart = readChart(text)
  } catch (error) {
    if (error instanceof MermaidSyntaxError) return { ok: false, fault: error.fault }
    throw error
  }
  return { ok: true, title: chart.title, ...flowOf(chart, makeId) }
}

function flowOf(chart: Chart, makeId: () => string) {
  const ids = new Map<string, string>()
  for (const id of chart.nodes.keys()) ids.set(id, nodeId(makeId()))
  for (const id of chart.groups.keys()) ids.set(id, groupId(makeId()))
  const kinds = new Map([...chart.nodes].map(([id, node]) => [id, kindOf(node)]))
  const idOf = (id: string) => ids.get(id) ?? id

  const nodes = [...chart.nodes].map(([id, { label }]) =>
    createNode(kinds.get(id) ?? FALLBACK_KIND, { id: idOf(id), position: ORIGIN, settings: { label } }),
  )
  const groups = [...chart.groups].map(
    ([id, { label }]): FlowGroup => ({
      id: idOf(id),
      label: label.slice(0, FLOW_LIMITS.groupLabel),
      position: ORIGIN,
      ...GROUP_MINIMUM,
    }),
  )
  const { links, leftOut } = withoutInvalidLinks(chart)
  const edges = links.map(({ from, to, text, dashed, bothWays }) => {
    const ends = { source: idOf(from), target: idOf(to) }
    const { kind, label } = meaningOf(text)
    const type = kind ?? defaultEdgeType(kinds.get(from) ?? FALLBACK_KIND, kinds.get(to) ?? FALLBACK_KIND)
    const settings = { label, ...(dashed && { dashed }), ...(bothWays && { bidirectional: true }) }
    return createEdge(type, { id: edgeId(ends, makeId()), ends, settings })
  })
  const parents = new Map([...chart.parents].map(([id, parent]) => [idOf(id), idOf(parent)]))
  return { flow: { nodes, edges, ...(groups.length > 0 && { groups }) }, parents, leftOut }
}

function kindOf({ classes, shape, label }: ChartNode): NodeType {
  const named = classes.map(nodeTypeOf).find((type) => type !== null)
  if (named) return named
  const inWords = nodeTypeFromText(label)
  const kinds = shape === null ? undefined : KINDS_BY_SHAPE.get(shape)
  if (kinds) return inWords !== null && kinds.includes(inWords) ? inWords : kinds[0]
  return inWords ?? FALLBACK_KIND
}

const KIND_BY_LABEL = new Map(Object.values(EDGE_KINDS).map(({ type, label }) => [label.toLowerCase(), type]))

/** `gRPC` is a kind, `gRPC: place order` a kind and a label, `calls by REST` a label that tells the kind, `asks` only a label. */
function meaningOf(text: string): { kind: EdgeType | null; label: string } {
  const [, name = text, rest = ''] = /^([^:]*): ([\s\S]*)$/.exec(text) ?? []
  const kind = KIND_BY_LABEL.get(name.toLowerCase())
  return kind ? { kind, label: rest } : { kind: edgeTypeFromText(text), label: text }
}

function withoutInvalidLinks({ nodes, links }: Chart): { links: ChartLink[]; leftOut: Record<LeftOut, number> } {
  const leftOut = { twice: 0, toItself: 0, ofGroup: 0 }
  const drawn = new Set<string>()
  const kept = links.filter(({ from, to }) => {
    const pair = JSON.stringify([from, to])
    const reason =
      !nodes.has(from) || !nodes.has(to) ? 'ofGroup' : from === to ? 'toItself' : drawn.has(pair) ? 'twice' : null
    if (reason) leftOut[reason] += 1
    else drawn.add(pair)
    return reason === null
  })
  return { links: kept, leftOut }
}
