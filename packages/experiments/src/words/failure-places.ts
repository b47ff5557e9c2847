import type { EventReport, PartRef } from '@plimsoll/event-engine'
import type { Table } from './page.ts'
import { edgesOf, nodesOf, partRows } from './part-rows.ts'
import type { ReportView } from './report-view.ts'

interface Place extends PartRef {
  readonly what: string
  readonly count: number
}

/** The components and connections where visits and calls fail, the most first. A call that is tried again counts each time. */
export function failurePlaceTable({ report, nameOf }: ReportView): Table {
  const places = [...failedVisits(report), ...failedCalls(report)]
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count)
  return {
    title: 'Where it fails',
    head: ['Part', 'What', 'Visits or calls'],
    ...partRows(nameOf, places, ({ what, count }) => [what, count]),
  }
}

/** A client is no place of failure: it counts what fails behind it. */
function failedVisits(report: EventReport): readonly Place[] {
  const clients = new Set(report.clients.map(({ id }) => id))
  return nodesOf(report)
    .filter(({ id }) => !clients.has(id))
    .flatMap(({ of, id, failed, rejected, expired }) => [
      { of, id, what: 'failed, itself or by its calls', count: failed },
      { of, id, what: 'turned away', count: rejected },
      { of, id, what: 'waited too long in the queue', count: expired },
    ])
}

/** What fails at the target counts there. */
function failedCalls(report: EventReport): readonly Place[] {
  return edgesOf(report).flatMap(({ of, id, timedOut, lost, expired, refused }) => [
    { of, id, what: 'timed out', count: timedOut },
    { of, id, what: 'lost on the way', count: lost },
    { of, id, what: 'waited too long for a connection', count: expired },
    ...refused.map(({ reason, count }) => ({ of, id, what: `not sent: ${reason}`, count })),
  ])
}
