import { type Estimate, type EventModel, type EventReport, type Growth, isResponseFigure } from '@plimsoll/event-engine'
import { costSentence, costTable } from '../cost/cost-words.ts'
import { describeObjective } from '../design/objectives.ts'
import type { DesignReport } from '../runs/simulate-design.ts'
import { causeOf, saturatedAtWords } from './cause.ts'
import { meanOf } from './estimate-cells.ts'
import { failurePlaceTable } from './failure-places.ts'
import { describeInterval } from './interval.ts'
import { kindLabel } from './kind-label.ts'
import { markGroups, markRows } from './mark-rows.ts'
import { messageTable } from './message-table.ts'
import { namingOf } from './naming.ts'
import { formatNumber, formatShare } from './numbers.ts'
import { objectiveTable } from './objective-table.ts'
import type { Cell, Chart, Distribution, Page, Table } from './page.ts'
import { edgesOf, nodesOf, partRows } from './part-rows.ts'
import type { ReportView } from './report-view.ts'
import { clientTable, typeTable } from './request-tables.ts'
import { heading, responseTitle, type Surface, sureness, warnings } from './sureness.ts'
import { theoryTable } from './theory-table.ts'
import { timeBars } from './time-bars.ts'
import { traceBars } from './trace-bars.ts'
import { verdictSentences } from './verdict.ts'

/** A time of less is none to a reader. */
const LEAST_MS = 0.0005
/** Components whose requests over time are drawn, and clients whose response times are. */
const DRAWN = 4
/** Rows of changes. */
const CHANGES = 40

/** The report as tables, charts and notes; with the model that was run, what theory says of it, too. */
export function pageOfReport(
  report: DesignReport,
  growth: Growth | null,
  model: EventModel | null = null,
  surface: Surface = 'terminal',
): Page {
  const view = { report, nameOf: namingOf(report) }
  const [title = '', ...about] = heading(report)
  return {
    title: report.flow.name,
    about: [title.split(' · ').at(-1), ...about].join(' · '),
    result: report.verdict,
    sentences: [
      ...verdictSentences(report, view.nameOf),
      ...(report.cost ? [{ text: costSentence(report.cost), tone: null }] : []),
    ],
    tables: [
      objectiveTable(report.objectives),
      responseTable(report),
      requestTable(report),
      {
        title: 'What fails',
        head: ['Reason', 'Share of the failures', 'Requests'],
        rows: report.failures.map(({ reason, share, count }) => [reason, { text: formatShare(share), share }, count]),
      },
      failurePlaceTable(view),
      timeTable(view),
      saturationTable(view),
      costTable(report.cost, view.nameOf),
      messageTable(view),
      clientTable(view),
      typeTable(view),
      markTable(view),
      nodeTable(view),
      edgeTable(view),
      changeTable(view),
      ...(model === null ? [] : [theoryTable(view, model)]),
    ],
    charts: chartsOf(view),
    distributions: distributionsOf(view),
    bars: timeBars(view),
    traces: traceBars(view),
    notes: [
      { title: 'How sure this is', texts: sureness(report, growth, surface) },
      { title: 'Warnings', texts: warnings(report, view.nameOf) },
      { title: 'Assumed', texts: report.assumptions.map(({ text }) => text) },
    ].filter(({ texts }) => texts.length > 0),
  }
}

const share = (one: Estimate): Cell => (one === null ? null : { text: formatShare(one.mean), share: one.mean })

function responseTable(report: EventReport): Table {
  const {
    figures: { response },
    steadiness,
    quality: { withheld },
  } = report
  const { mean: average, p50, p95, p99, p999, max } = response
  const named = [
    ['mean', average, 'mean'],
    ['p50', p50, 'p50'],
    ['p95', p95, 'p95'],
    ['p99', p99, 'p99'],
    ['p99.9', p999, 'p999'],
  ] as const
  const isTooShort = (figure: (typeof named)[number][2]) => max !== null && withheld.includes(figure)
  return {
    title: responseTitle(report),
    head: ['Figure', 'ms', '95 % interval'],
    rows:
      steadiness.state === 'none'
        ? []
        : [
            ...named.map(([name, one, figure]) => [
              name,
              meanOf(one),
              isTooShort(figure) ? 'the runs are too short' : describeInterval(one),
            ]),
            ['slowest', max === null ? null : max.highest, ''],
          ],
  }
}

function requestTable({ figures }: EventReport): Table {
  const { offered, accepted, goodput, fromClientCache, errorRate, inFlightAtEnd, amplification, costPerHour } = figures
  const row = (name: string, one: Estimate, unit: string) => [name, meanOf(one), unit, describeInterval(one)]
  return {
    title: 'Requests',
    head: ['Figure', 'Mean', 'Unit', '95 % interval'],
    rows: [
      row('offered', offered, 'a second'),
      row('accepted', accepted, 'a second'),
      row('completed', goodput, 'a second'),
      ...(fromClientCache && fromClientCache.mean > 0
        ? [row('of those from caches of clients', fromClientCache, 'a second')]
        : []),
      row('failed', errorRate, '% of those that ended'),
      row('in flight', inFlightAtEnd, 'at the end of a run'),
      row('calls for each first call', amplification, ''),
      ...(costPerHour ? [row('cost', costPerHour, '$ an hour')] : []),
    ],
  }
}

const shown = (ms: number): number | null => (ms < LEAST_MS ? null : ms)

function timeTable({ report: { timeSpent }, nameOf }: ReportView): Table {
  return {
    title: `Where the time goes${timeSpent.per === 'visit' ? ', per visit or call' : ''}`,
    head: ['Part', 'Waiting, ms', 'Service, ms', 'Network, ms', 'Share'],
    ...partRows(nameOf, timeSpent.hops, (hop) => [
      shown(hop.waitingMs),
      shown(hop.serviceMs),
      shown(hop.networkMs),
      { text: formatShare(hop.share), share: hop.share },
    ]),
  }
}

function saturationTable({ report: { saturation }, nameOf }: ReportView): Table {
  return {
    title: 'What saturates first',
    head: ['Part', 'Load', 'Saturated at, requests a second', 'By'],
    ...partRows(nameOf, saturation.limits, (limit) => [
      { text: formatShare(limit.load), share: limit.load },
      limit.atRps,
      [
        causeOf(limit, limit.waitsFor && nameOf({ of: 'node', id: limit.waitsFor })),
        limit.atRps === null ? saturatedAtWords(limit) : limit.isUpperBound ? 'an upper bound' : '',
        limit.instances ? `${formatNumber(limit.instances.had)} on average in these runs` : '',
      ]
        .filter(Boolean)
        .join(', '),
    ]),
  }
}

function nodeTable({ report, nameOf }: ReportView): Table {
  const head = [
    'Component',
    'Kind',
    'Utilization',
    'Utilization p95',
    'Visits a second',
    'Queue',
    'Most in queue',
    'Waiting, ms',
  ]
  return {
    title: 'Components',
    isDetail: true,
    head: [...head, 'Service, ms', 'Response, ms', 'p95, ms', 'p99, ms', 'Available', 'Failed', 'Rejected', 'Expired'],
    ...partRows(nameOf, nodesOf(report), (node) => [
      kindLabel(node.kind),
      share(node.utilization),
      node.utilizationP95 === null ? null : { text: formatShare(node.utilizationP95), share: node.utilizationP95 },
      meanOf(node.arrivalsPerSecond),
      meanOf(node.queue),
      node.mostQueue,
      meanOf(node.waitMs),
      meanOf(node.serviceMs),
      meanOf(node.responseMs),
      meanOf(node.p95Ms),
      meanOf(node.p99Ms),
      node.availability === null ? null : formatShare(node.availability.mean),
      node.failed,
      node.rejected,
      node.expired,
    ]),
  }
}

function edgeTable({ report, nameOf }: ReportView): Table {
  const head = ['Connection', 'Kind', 'Calls a second', 'Line', 'Pool', 'Most waiting for the pool', 'Network, ms']
  return {
    title: 'Connections',
    isDetail: true,
    head: [...head, 'Attempts', 'Retries', 'Succeeded', 'Failed', 'Timed out', 'Lost', 'Expired', 'Refused'],
    ...partRows(nameOf, edgesOf(report), (edge) => [
      kindLabel(edge.kind),
      meanOf(edge.callsPerSecond),
      share(edge.lineUtilization),
      share(edge.poolUtilization),
      edge.mostPoolQueue,
      meanOf(edge.networkMs),
      edge.attempts,
      edge.retries,
      edge.succeeded,
      edge.failed,
      edge.timedOut,
      edge.lost,
      edge.expired,
      edge.refused.reduce((sum, { count }) => sum + count, 0),
    ]),
  }
}

/** What was set to happen, and how the system recovered. */
const markTable = ({ report, nameOf }: ReportView): Table => ({
  title: 'Faults and changes of the load',
  head: ['What', 'When', 'Recovery'],
  rows: markRows(report, nameOf),
})

function changeTable({ report: { replications }, nameOf }: ReportView): Table {
  const all = replications.flatMap(({ seed, changes }) => changes.map((change) => ({ seed, ...change })))
  const left = replications.reduce((sum, { changesLeftOut }) => sum + changesLeftOut, 0)
  const count = all.length + left
  return {
    title: `Changes of breakers and instances${count > CHANGES ? `, ${CHANGES} of ${formatNumber(count)}` : ''}`,
    isDetail: true,
    head: ['Part', 'At, s', 'From', 'To', 'Run with seed'],
    rows: all
      .slice(0, CHANGES)
      .map(({ seed, of, id, atMs, from, to }) => [
        nameOf({ of, id }),
        atMs / 1000,
        String(from),
        String(to),
        String(seed),
      ]),
  }
}

/** The response times of all requests, and of each client where there are several. */
function distributionsOf({ report: { histogram, clients, objectives }, nameOf }: ReportView): readonly Distribution[] {
  const limits = objectives.flatMap((one) =>
    isResponseFigure(one.metric) && one.scope === null ? [{ name: describeObjective(one), value: one.limit }] : [],
  )
  const of = (title: string, bins: EventReport['histogram']): readonly Distribution[] =>
    bins.length === 0
      ? []
      : [{ title, unit: 'ms', bins: bins.map(({ fromMs: from, toMs: to, count }) => ({ from, to, count })), limits }]
  const own = clients.length < 2 ? [] : clients.slice(0, DRAWN)
  return [
    ...of('Response times', histogram),
    ...own.flatMap((client) => of(`Response times of ${nameOf({ of: 'node', id: client.id })}`, client.histogram)),
  ]
}

function chartsOf({ report, nameOf }: ReportView): readonly Chart[] {
  const { series, quality } = report
  const { times } = series
  const endS = times.at(-1) ?? 0
  const bands = [
    ...(quality.warmUpMs > 0 ? [{ name: 'warm-up', fromS: 0, toS: quality.warmUpMs / 1000 }] : []),
    ...markGroups(report, nameOf)
      .filter(({ last }) => last.kind !== 'breakdowns')
      .map(({ what, fromMs, last: { toMs } }) => ({
        name: what,
        fromS: fromMs / 1000,
        toS: toMs === null ? endS : toMs / 1000,
      })),
  ]
  const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
  const busiest = series.nodes.toSorted((one, other) => total(other.inSystem) - total(one.inSystem)).slice(0, DRAWN)
  const rates = [
    { name: 'offered', values: series.offered },
    { name: 'completed', values: series.goodput },
    { name: 'failed', values: series.failures },
  ]
  const charts: readonly Chart[] = [
    { title: 'Requests over time', unit: 'a second', times, bands, lines: rates },
    {
      title: 'Response time over time',
      unit: 'ms',
      times,
      bands,
      lines: [
        { name: 'mean', values: series.responseMs },
        { name: 'p50', values: series.p50 },
        { name: 'p95', values: series.p95 },
        { name: 'p99', values: series.p99 },
      ].filter(({ values }) => values.some((value) => value !== null)),
    },
    {
      title: 'Requests at the busiest components',
      unit: 'requests',
      times,
      bands,
      lines: busiest.map(({ id, inSystem }) => ({ name: nameOf({ of: 'node', id }), values: inSystem })),
    },
  ]
  return times.length < 2 ? [] : charts.filter(({ lines }) => lines.length > 0)
}
