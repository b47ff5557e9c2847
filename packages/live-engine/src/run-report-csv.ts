import type { HistoryPoint } from '@plimsoll/simulation'
import { csvLine } from '@plimsoll/simulation'
import type { ReportedEdge, ReportedNode, ReportFigure, RunReport } from './run-report.ts'

const COLUMNS = ['section', 'id', 'name', 'time', 'figure', 'value', 'unit'] as const

/** One value of a run. */
type Row = Partial<Readonly<Record<(typeof COLUMNS)[number], string | number>>>

const FIGURE_UNITS: Readonly<Record<ReportFigure, string>> = {
  averageResponseTime: 'ms',
  averageRequestSize: 'KB',
  createdRequests: '',
  activeRequests: '',
  completedRequests: '',
  failedRequests: '',
  retriesTotal: '',
  successRate: '%',
  errorRate: '%',
  requestsPerSecond: 'rps',
}

const HISTORY_UNITS: Readonly<Record<Exclude<keyof HistoryPoint, 'time'>, string>> = {
  throughput: 'rps',
  responseTime: 'ms',
  active: '',
  completed: '',
  failed: '',
  errorRate: '%',
}

/** The report as a table of one value a line, in the form of RFC 4180. No text in it is taken for a formula by a spreadsheet. */
export function toCsv(report: RunReport): string {
  const rows = [...aboutRun(report), ...loads(report), ...errors(report), ...history(report)]
  return [COLUMNS, ...rows.map((row) => COLUMNS.map((column) => row[column] ?? ''))].map(csvLine).join('')
}

const aboutRun = ({ flow, engine, seed, elapsedTime, figures }: RunReport): readonly Row[] => [
  { section: 'run', figure: 'flow', value: flow.name },
  { section: 'run', figure: 'engine', value: engine },
  { section: 'run', figure: 'seed', value: seed },
  { section: 'run', figure: 'elapsedTime', value: elapsedTime, unit: 'ms' },
  ...keysOf(FIGURE_UNITS).map((figure) => ({
    section: 'figures',
    figure,
    value: figures[figure],
    unit: FIGURE_UNITS[figure],
  })),
]

function loads({ nodes, edges }: RunReport): readonly Row[] {
  const labels = labelsOf(nodes)
  const load = { figure: 'utilization', unit: 'ratio' } as const
  return [
    ...nodes.flatMap(({ id, utilization, taken }) => {
      const node = { section: 'node', id, name: labels.get(id) ?? '', unit: 'ratio' }
      return [
        ...(utilization === null ? [] : [{ ...node, figure: 'utilization', value: utilization }]),
        ...(taken === null ? [] : [{ ...node, figure: 'taken', value: taken }]),
      ]
    }),
    ...edges.map((edge) => ({
      section: 'edge',
      id: edge.id,
      name: edgeName(edge, labels),
      ...load,
      value: edge.utilization,
    })),
  ]
}

function errors({ errors: { reasons, nodes: places, recent }, nodes }: RunReport): readonly Row[] {
  const labels = labelsOf(nodes)
  return [
    ...reasons.flatMap(({ reason, count, share }) => [
      { section: 'error reason', name: reason, figure: 'count', value: count },
      { section: 'error reason', name: reason, figure: 'share', value: share, unit: 'ratio' },
    ]),
    ...places.flatMap(({ id, count, share }) => [
      { section: 'error node', id, name: labels.get(id) ?? '', figure: 'count', value: count },
      { section: 'error node', id, name: labels.get(id) ?? '', figure: 'share', value: share, unit: 'ratio' },
    ]),
    ...recent.map(({ time, reason, nodeId, type }) => ({
      section: 'recent error',
      id: nodeId,
      name: labels.get(nodeId) ?? '',
      time: time / 1000,
      figure: type,
      value: reason,
    })),
  ]
}

const history = ({ history: points }: RunReport): readonly Row[] =>
  points.flatMap((point) =>
    keysOf(HISTORY_UNITS).map((figure) => ({
      section: 'history',
      time: point.time,
      figure,
      value: point[figure],
      unit: HISTORY_UNITS[figure],
    })),
  )

const labelsOf = (nodes: readonly ReportedNode[]): ReadonlyMap<string, string> =>
  new Map(nodes.map(({ id, label }) => [id, label || id]))

function edgeName({ label, source, target }: ReportedEdge, labels: ReadonlyMap<string, string>): string {
  if (label) return label
  return source === null || target === null ? '' : [source, target].map((id) => labels.get(id) ?? id).join(' → ')
}

const keysOf = <K extends string>(table: Readonly<Record<K, unknown>>) => Object.keys(table) as K[]
