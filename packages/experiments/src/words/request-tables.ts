import type { EventReport } from '@plimsoll/event-engine'
import { meanOf } from './estimate-cells.ts'
import type { Cell, Table } from './page.ts'
import { partRows } from './part-rows.ts'
import type { ReportView } from './report-view.ts'

const FIGURES = ['Offered a second', 'Completed a second', 'Failed, %', 'Mean, ms', 'p50, ms', 'p95, ms', 'p99, ms']

type Requests = EventReport['requestTypes'][number] | EventReport['clients'][number]

/** The requests of each client, where there are several. */
export function clientTable({ report, nameOf }: ReportView): Table {
  const clients = report.clients.filter(isAsking).map((client) => ({ of: 'node' as const, ...client }))
  return {
    title: 'Requests by client',
    isDetail: true,
    head: ['Client', ...FIGURES],
    ...partRows(nameOf, clients.length > 1 ? clients : [], figuresOf),
  }
}

/** The requests of each type, where there are several. */
export function typeTable({ report: { requestTypes } }: ReportView): Table {
  const types = requestTypes.filter(isAsking)
  return {
    title: 'Requests by type',
    isDetail: true,
    head: ['Type', ...FIGURES],
    rows: types.length > 1 ? types.map((requests) => [requests.type, ...figuresOf(requests)]) : [],
  }
}

const isAsking = ({ arrived }: Requests): boolean => arrived > 0

function figuresOf({ offered, goodput, errorRate, response }: Requests): readonly Cell[] {
  const { mean, p50, p95, p99 } = response
  return [offered, goodput, errorRate, mean, p50, p95, p99].map(meanOf)
}
