import type { EventReport, MessagesReport } from '@plimsoll/event-engine'
import { meanOf } from './estimate-cells.ts'
import { counted } from './numbers.ts'
import type { Cell, Table } from './page.ts'
import { edgesOf, partRows } from './part-rows.ts'
import type { ReportView } from './report-view.ts'

/** Says of what the counts are. */
export const messagesTitle = ({ quality: { replications } }: Pick<EventReport, 'quality'>): string =>
  replications === 1 ? 'Messages' : `Messages of all ${counted(replications, 'run')} together`

/** What became of the messages of each connection, how long they took and how far their consumers lag. */
export function messageTable({ report, nameOf }: ReportView): Table {
  const counts = [
    'Published',
    'Given up',
    'Processed',
    'Failed',
    'Expired',
    'Lost',
    'Dead letters',
    'Waiting at the end',
  ]
  const carriers = edgesOf(report).flatMap(({ of, id, messages }) =>
    messages === null || messages.published === 0 ? [] : [{ of, id, messages }],
  )
  const own = partRows(nameOf, carriers, ({ messages }) => cellsOf(messages))
  const hasTotal = report.messages !== null && carriers.length > 1
  return {
    title: messagesTitle(report),
    head: ['Connection', ...counts, 'Mean delay, ms', 'p95, ms', 'p99, ms', 'Mean lag', 'Greatest lag in a run'],
    rows: hasTotal ? [...own.rows, ['all', ...cellsOf(report.messages)]] : own.rows,
    parts: hasTotal ? [...own.parts, null] : own.parts,
  }
}

const cellsOf = (messages: MessagesReport): readonly Cell[] => {
  const { published, givenUp, processed, failed, deadLettered, expired, lost, waiting, delay, lag, mostLag } = messages
  const counts = [published, givenUp, processed, failed, expired, lost, deadLettered, waiting]
  return [...counts, meanOf(delay.mean), meanOf(delay.p95), meanOf(delay.p99), meanOf(lag), mostLag?.highest ?? null]
}
