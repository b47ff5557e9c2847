import { csvLine } from '@plimsoll/simulation'
import { askedInWords } from './goal.ts'
import { OBJECTIVE_METRICS, type Objective } from './objectives.ts'
import type {
  EdgeReport,
  Estimate,
  EventReport,
  MessagesReport,
  NodeReport,
  ReplicationReport,
  RequestsReport,
  ResponseReport,
} from './report.ts'

const COLUMNS = ['section', 'id', 'name', 'time', 'figure', 'value', 'unit'] as const

type Cell = string | number
type Row = readonly Cell[]

/** What a row is about: its section, the id and the name of the part. */
type About = readonly [section: string, id?: string, name?: string]

/** The units of all figures that are numbers or estimates of the parts. */
const NODE_UNITS = {
  utilization: 'ratio',
  working: 'ratio',
  fullest: 'ratio',
  utilizationP95: 'ratio',
  fullestP95: 'ratio',
  arrivalsPerSecond: 'rps',
  inSystem: '',
  mostInSystem: '',
  queue: '',
  mostQueue: '',
  waitedShare: 'ratio',
  waitMs: 'ms',
  serviceMs: 'ms',
  responseMs: 'ms',
  p95Ms: 'ms',
  p99Ms: 'ms',
  instances: '',
  availability: 'ratio',
  hitRate: 'ratio',
  arrived: '',
  completed: '',
  failed: '',
  rejected: '',
  expired: '',
} as const satisfies Readonly<Record<Exclude<keyof NodeReport, 'id' | 'kind' | 'label'>, string>>

const EDGE_UNITS = {
  callsPerSecond: 'rps',
  bytesPerSecond: 'B/s',
  lineUtilization: 'ratio',
  poolUtilization: 'ratio',
  poolQueue: '',
  mostPoolQueue: '',
  networkMs: 'ms',
  lineWaitMs: 'ms',
  poolWaitMs: 'ms',
  amplification: 'ratio',
  costPerHour: '$',
  attempts: '',
  retries: '',
  succeeded: '',
  failed: '',
  timedOut: '',
  lost: '',
  expired: '',
  deadLettered: '',
} as const satisfies Readonly<Partial<Record<keyof EdgeReport, string>>>

const MESSAGE_UNITS = {
  published: '',
  givenUp: '',
  processed: '',
  failed: '',
  redelivered: '',
  deadLettered: '',
  expired: '',
  lost: '',
  waiting: '',
  publishedPerSecond: 'messages/s',
  processedPerSecond: 'messages/s',
  lag: '',
  mostLag: '',
} as const satisfies Readonly<Record<Exclude<keyof MessagesReport, 'delay' | `${string}OverTime`>, string>>

const RATES = { offered: 'rps', goodput: 'rps', fromClientCache: 'rps', errorRate: '%' } as const
const SERIES = {
  offered: 'rps',
  goodput: 'rps',
  failures: 'rps',
  calls: 'rps',
  responseMs: 'ms',
  p50: 'ms',
  p95: 'ms',
  p99: 'ms',
} as const
const FIGURES = {
  ...RATES,
  accepted: 'rps',
  successRate: '%',
  inFlightAtEnd: '',
  amplification: 'ratio',
  costPerHour: '$',
} as const

/** The report as a table of one value a line, in the form of RFC 4180. */
export function eventReportToCsv(report: EventReport): string {
  const rows: readonly Row[] = [
    COLUMNS,
    ...aboutRun(report),
    ...report.objectives.flatMap((one) => [
      row(
        ['objective', one.scope?.id ?? '', describe(one)],
        one.result,
        one.measured?.mean ?? '',
        OBJECTIVE_METRICS[one.metric].unit,
      ),
      row(
        ['objective', one.scope?.id ?? '', describe(one)],
        'margin',
        one.margin ?? '',
        OBJECTIVE_METRICS[one.metric].unit,
      ),
    ]),
    ...figures(report),
    ...histogram(['histogram'], report.histogram),
    ...report.failures.map(({ reason, count }) => row(['failure', '', reason], 'count', count)),
    ...messages(['messages'], report.messages, report.series.times),
    ...limits(report),
    ...parts(report),
    ...series(report),
    ...marks(report),
    ...report.replications.flatMap(replication),
  ]
  return rows.map(csvLine).join('')
}

const row = ([section, id = '', name = '']: About, figure: string, value: Cell, unit = '', time: Cell = ''): Row => [
  section,
  id,
  name,
  time,
  figure,
  value,
  unit,
]

const describe = ({ comparison, limit, ...asked }: Objective) =>
  `${askedInWords(asked)} ${comparison} ${limit} ${OBJECTIVE_METRICS[asked.metric].unit}`

/** Nothing where it is not known. */
function estimated(about: About, figure: string, value: Estimate | number, unit: string): readonly Row[] {
  if (value === null) return []
  if (typeof value === 'number') return [row(about, figure, value, unit)]
  const { mean, halfWidth } = value
  return [row(about, figure, mean, unit), ...(halfWidth === null ? [] : [row(about, `${figure} ±`, halfWidth, unit)])]
}

function aboutRun({ flow, engine, steadiness, quality }: EventReport): readonly Row[] {
  const { seeds, replications, warmUpMs, measuredMs, responsesFromMs, responses, requests, events } = quality
  return [
    row(['run'], 'flow', flow.name),
    row(['run'], 'engine', engine.name),
    row(['run'], 'engineVersion', engine.version),
    row(['run'], 'seed', seeds[0] ?? ''),
    row(['run'], 'replications', replications),
    row(['run'], 'warmUp', warmUpMs, 'ms'),
    row(['run'], 'measured', measuredMs, 'ms'),
    row(['run'], 'responsesFrom', responsesFromMs, 'ms'),
    row(['run'], 'responses', responses),
    row(['run'], 'requests', requests),
    row(['run'], 'events', events),
    row(['run'], 'steadiness', steadiness.state),
    ...estimated(['run'], 'backlogPerSecond', steadiness.backlogPerSecond, 'rps'),
  ]
}

function figures({ figures: { response, ...rest } }: EventReport): readonly Row[] {
  return [
    ...keysOf(rest).flatMap((figure) => estimated(['figures'], figure, rest[figure], FIGURES[figure])),
    ...responses(['figures'], response),
  ]
}

const responses = (about: About, response: ResponseReport): readonly Row[] =>
  keysOf(response).flatMap((figure) => estimated(about, `response ${figure}`, response[figure], 'ms'))

function limits({ timeSpent, saturation }: EventReport): readonly Row[] {
  return [
    ...timeSpent.hops.flatMap(({ of, id, ...times }) =>
      keysOf(times).map((figure) =>
        row(
          [`time of ${of}`, id, timeSpent.per === 'visit' ? 'per visit' : ''],
          figure,
          times[figure],
          figure === 'share' ? 'ratio' : 'ms',
        ),
      ),
    ),
    ...saturation.limits.flatMap(({ of, id, limit, load, atRps }) => [
      row([`saturation of ${of}`, id, limit], 'load', load, 'ratio'),
      row([`saturation of ${of}`, id, limit], 'atRps', atRps ?? '', 'rps'),
    ]),
  ]
}

function parts({ nodes, edges, clients, requestTypes, series }: EventReport): readonly Row[] {
  const labels = new Map(nodes.map(({ id, label }) => [id, label || id]))
  return [
    ...nodes.flatMap((node) =>
      keysOf(NODE_UNITS).flatMap((figure) =>
        estimated(['node', node.id, labels.get(node.id) ?? ''], figure, node[figure], NODE_UNITS[figure]),
      ),
    ),
    ...edges.flatMap((edge) => {
      const ends = [edge.source, edge.target].map((id) => labels.get(id) ?? id).join(' → ')
      const about = ['edge', edge.id, edge.label || ends] as const
      return [
        ...keysOf(EDGE_UNITS).flatMap((figure) => estimated(about, figure, edge[figure], EDGE_UNITS[figure])),
        ...edge.refused.map(({ reason, count }) => row(about, `refused: ${reason}`, count)),
        ...messages(['messages', edge.id, about[2]], edge.messages, series.times),
      ]
    }),
    ...clients.flatMap((client) => [
      ...requests(['client', client.id, client.label], client),
      ...histogram(['histogram', client.id, client.label], client.histogram),
    ]),
    ...requestTypes.flatMap((one) => requests(['request type', '', one.type], one)),
  ]
}

function messages(about: About, figures: MessagesReport | null, times: readonly number[]): readonly Row[] {
  if (figures === null) return []
  const { delay, lagOverTime, delayOverTime, delayPercentilesOverTime } = figures
  return [
    ...keysOf(MESSAGE_UNITS).flatMap((figure) => estimated(about, figure, figures[figure], MESSAGE_UNITS[figure])),
    ...keysOf(delay).flatMap((figure) => estimated(about, `delay ${figure}`, delay[figure], 'ms')),
    ...lagOverTime.map((lag, index) => row(about, 'lag', lag, '', times[index] ?? '')),
    ...delayOverTime.map((delay, index) => row(about, 'delay', delay ?? '', 'ms', times[index] ?? '')),
    ...Object.entries(delayPercentilesOverTime ?? {}).flatMap(([figure, list]) =>
      list.map((delay, index) => row(about, `delay ${figure}`, delay ?? '', 'ms', times[index] ?? '')),
    ),
  ]
}

const requests = (about: About, counts: RequestsReport): readonly Row[] => [
  ...keysOf(RATES).flatMap((figure) => estimated(about, figure, counts[figure], RATES[figure])),
  ...responses(about, counts.response),
  ...counts.failures.map(({ reason, count }) => row(about, `failed: ${reason}`, count)),
]

const series = ({ series: all }: EventReport): readonly Row[] =>
  all.times.flatMap((time, index) =>
    keysOf(SERIES).map((figure) => row(['series'], figure, all[figure][index] ?? '', SERIES[figure], time)),
  )

const histogram = (about: About, bins: EventReport['histogram']): readonly Row[] =>
  bins.map(({ fromMs, toMs, count }) => row(about, `${fromMs} to ${toMs} ms`, count))

const marks = ({ marks: all }: EventReport): readonly Row[] =>
  all.flatMap(({ kind, of, fromMs, toMs, recoveryMs, unrecovered }) => {
    const about = ['mark', of?.id ?? '', kind] as const
    return [
      row(about, 'begins', fromMs, 'ms', fromMs / 1000),
      ...(toMs === null ? [] : [row(about, 'ends', toMs, 'ms', toMs / 1000)]),
      recoveryMs === null ? row(about, 'unrecovered', unrecovered ?? '') : row(about, 'recovery', recoveryMs, 'ms'),
    ]
  })

/** Its figures, under its seed as the id. */
function replication({ seed, response, messages, changes, changesLeftOut, ...rest }: ReplicationReport) {
  const about = ['replication', String(seed)] as const
  return [
    ...keysOf(FIGURES).flatMap((figure) => estimated(about, figure, rest[figure], FIGURES[figure])),
    ...keysOf(response).flatMap((figure) => estimated(about, `response ${figure}`, response[figure], 'ms')),
    ...(messages === null
      ? []
      : [
          ...(['publishedPerSecond', 'processedPerSecond', 'lag', 'mostLag'] as const).flatMap((figure) =>
            estimated(about, figure, messages[figure], MESSAGE_UNITS[figure]),
          ),
          ...keysOf(messages.delay).flatMap((figure) =>
            estimated(about, `delay ${figure}`, messages.delay[figure], 'ms'),
          ),
        ]),
    ...changes.map(({ atMs, id, from, to }) => row([...about, id], `change from ${from}`, to, '', atMs / 1000)),
    ...(changesLeftOut > 0 ? [row(about, 'changesLeftOut', changesLeftOut)] : []),
  ]
}

const keysOf = <K extends string>(table: Readonly<Record<K, unknown>>) => Object.keys(table) as K[]
