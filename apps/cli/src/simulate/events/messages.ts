import type { MessagesReport } from '@plimsoll/event-engine'
import { formatNumber, messagesTitle, notProcessed } from '@plimsoll/experiments'
import { table } from '../layout.ts'
import type { ReportView } from './report-view.ts'

/** Connections beyond so many are summed up. */
const MOST_LINES = 8

/** The last column alone is of one run. */
export const messagesHeading = (report: ReportView['report']): string =>
  `${messagesTitle(report)}${report.quality.replications === 1 ? '' : ', most waiting in one'}`

/** What became of the messages, by connection, and how far the consumers lag behind. */
export function messageLines({ report, paint, nameOf }: ReportView): string {
  if (report.messages === null) return ''
  const connections = report.edges
    .flatMap(({ id, messages }) => (messages !== null && messages.published > 0 ? [{ id, messages }] : []))
    .sort((one, other) => other.messages.published - one.messages.published)
  const head = ['  ', 'published', 'processed', 'not processed', 'p99 delay', 'most waiting']
  return table(
    [
      head.map((title, column) => (column === 0 ? title : paint.faint(title))),
      ...connections.slice(0, MOST_LINES).map(({ id, messages }) => line(`  ${nameOf({ of: 'edge', id })}`, messages)),
      ...(connections.length === 1 ? [] : [line('  all', report.messages)]),
      ...endLines(report.messages).map((cells) => [...cells, '', '', '', '']),
    ],
    { right: [1, 2, 3, 4, 5], shrink: 0 },
  )
}

const line = (name: string, messages: MessagesReport): string[] => [
  name,
  formatNumber(messages.published),
  formatNumber(messages.processed),
  formatNumber(notProcessed(messages)),
  messages.delay.p99 === null ? '–' : `${formatNumber(messages.delay.p99.mean)} ms`,
  messages.mostLag === null ? '–' : formatNumber(messages.mostLag.highest),
]

/** How those began that were no messages at first, and how those ended that were not processed. */
const endLines = ({ givenUp, failed, deadLettered, expired, lost, redelivered, waiting }: MessagesReport): string[][] =>
  Object.entries({
    'calls given up': givenUp,
    failed,
    expired,
    lost,
    'dead letters': deadLettered,
    redelivered,
    'still waiting': waiting,
  }).flatMap(([name, count]) => (count > 0 ? [[`  ${name}`, formatNumber(count)]] : []))
