import type { EdgeType, NodeType } from '@plimsoll/catalog'
import type { Flow } from '@plimsoll/flow'
import type { HistoryPoint, RecentError, RunSnapshot, Share } from '@plimsoll/simulation'
import { hasCapacity } from './kinds/index.ts'

/** The form of an exported run; any change to it that a reader could notice makes the next version. */
const RUN_REPORT = { format: 'plimsoll-run', version: 2 } as const

const FIGURES = [
  'averageResponseTime',
  'averageRequestSize',
  'createdRequests',
  'activeRequests',
  'completedRequests',
  'failedRequests',
  'retriesTotal',
  'successRate',
  'errorRate',
  'requestsPerSecond',
] as const satisfies readonly (keyof RunSnapshot)[]

export type ReportFigure = (typeof FIGURES)[number]

/** Kind and label are null where the flow no longer has the part. */
export interface ReportedNode {
  readonly id: string
  readonly kind: NodeType | null
  readonly label: string | null
  /** 0 to 1, queueing: the share of its slots that work; null for a component that takes any number of requests, or where it is not known. */
  readonly utilization: number | null
  /** Queueing: the share of what is taken the most, by work or by requests that wait for a call, 0 to 1; null in ticks, and as above. */
  readonly taken: number | null
}

export interface ReportedEdge extends Omit<ReportedNode, 'kind' | 'utilization' | 'taken'> {
  readonly kind: EdgeType | null
  readonly source: string | null
  readonly target: string | null
  readonly utilization: number
}

/** A run as it is exported: the same flow, seed and commands give the same report everywhere. Units as in a snapshot. */
export interface RunReport {
  readonly format: typeof RUN_REPORT.format
  readonly version: typeof RUN_REPORT.version
  readonly flow: { readonly name: string }
  readonly engine: RunSnapshot['engine']
  readonly seed: number
  /** Simulated ms. */
  readonly elapsedTime: number
  readonly figures: Readonly<Record<ReportFigure, number>>
  readonly nodes: readonly ReportedNode[]
  readonly edges: readonly ReportedEdge[]
  readonly errors: {
    readonly total: number
    readonly reasons: readonly (Share & { readonly reason: string })[]
    readonly nodes: readonly (Share & { readonly id: string })[]
    readonly recent: readonly RecentError[]
  }
  readonly history: readonly HistoryPoint[]
}

export interface ReportedRun {
  /** What the flow is called. */
  readonly name: string
  readonly flow: Flow
  readonly snapshot: RunSnapshot
  readonly history: readonly HistoryPoint[]
}

/** All that is to be kept of a run. */
export function runReport({ name, flow, snapshot, history }: ReportedRun): RunReport {
  const { engine, seed, elapsedTime } = snapshot
  const { total, reasons, nodes, recent } = snapshot.errors
  return {
    ...RUN_REPORT,
    flow: { name },
    engine,
    seed,
    elapsedTime,
    figures: Object.fromEntries(FIGURES.map((figure) => [figure, snapshot[figure]])) as Record<ReportFigure, number>,
    nodes: reportedNodes(flow, snapshot),
    edges: reportedEdges(flow, snapshot),
    errors: { total, reasons, nodes, recent },
    history,
  }
}

/** The report as the text of a file. */
export const toJson = (report: RunReport): string => `${JSON.stringify(report, null, 2)}\n`

function reportedNodes(flow: Flow, snapshot: RunSnapshot): readonly ReportedNode[] {
  const { engine, nodes, nodeUtilization } = snapshot
  const byId = new Map(flow.nodes.map((node) => [node.id, node]))
  return nodes.map((id, index) => {
    const node = byId.get(id)
    const isLoadable = node === undefined || hasCapacity(node)
    const working = isLoadable ? workingOf(snapshot, index) : null
    return {
      id,
      kind: node?.type ?? null,
      label: node?.data.label ?? null,
      utilization: working === null ? null : rounded(working),
      taken: isLoadable && engine === 'events' ? rounded(nodeUtilization[index]) : null,
    }
  })
}

/** Of a run that somebody else presents only what is taken is known; where nothing is taken nothing works. */
function workingOf({ engine, nodeUtilization, nodeFigures }: RunSnapshot, index: number): number | null {
  const { [index]: utilization = 0 } = nodeUtilization
  if (engine === 'live' || utilization === 0) return utilization
  return nodeFigures === null ? null : (nodeFigures.working[index] ?? null)
}

function reportedEdges(flow: Flow, { edges, edgeUtilization }: RunSnapshot): readonly ReportedEdge[] {
  const byId = new Map(flow.edges.map((edge) => [edge.id, edge]))
  return edges.map((id, index) => {
    const edge = byId.get(id)
    return {
      id,
      kind: edge?.type ?? null,
      label: edge?.data.label ?? null,
      source: edge?.source ?? null,
      target: edge?.target ?? null,
      utilization: rounded(edgeUtilization[index]),
    }
  })
}

/** Utilizations come in single precision: further digits would be noise. */
const rounded = (utilization = 0): number => Math.round(utilization * 1e6) / 1e6
