import type { EdgeReport, EventReport, MessagesReport, NodeReport } from '../../src/report/report.ts'

type Check = (what: string, holds: boolean) => void

/** What a report without a warm-up says that cannot be true; empty where all of it adds up. */
export function brokenReportLaws(report: EventReport): readonly string[] {
  const broken: string[] = []
  const check: Check = (what, holds) => {
    if (!holds) broken.push(what)
  }
  const runs = report.quality.replications
  checkRequests(report, runs, check)
  for (const node of report.nodes) checkNode(node, runs, check)
  for (const edge of report.edges) checkEdge(edge, check)
  if (report.messages !== null) {
    checkMessages('messages', report.messages, check)
    for (const count of COUNTS) {
      const ofEdges = total(report.edges.map(({ messages }) => messages?.[count] ?? 0))
      check(`messages ${count} of the connections`, ofEdges === report.messages[count])
    }
  }
  return broken
}

function checkRequests(
  { clients, requestTypes, figures, quality, series, failures }: EventReport,
  runs: number,
  check: Check,
) {
  const seconds = (quality.measuredMs / 1000) * runs
  const of = (count: 'arrived' | 'completed' | 'failed') => total(clients.map((one) => one[count]))
  for (const count of ['arrived', 'completed', 'failed'] as const)
    check(`${count} by type`, total(requestTypes.map((one) => one[count])) === of(count))
  const left = (figures.inFlightAtEnd?.mean ?? 0) * runs
  check('requests', isNear(of('arrived'), of('completed') + of('failed') + left))
  check('offered', isNear((figures.offered?.mean ?? 0) * seconds, of('arrived')))
  check('goodput', isNear((figures.goodput?.mean ?? 0) * seconds, of('completed')))
  check('reasons', total(failures.map(({ count }) => count)) >= of('failed'))
  const rate = (of: 'offered' | 'accepted' | 'goodput') => figures[of]?.mean ?? 0
  check('accepted', rate('goodput') <= rate('accepted') + 1e-9 && rate('accepted') <= rate('offered') + 1e-9)
  const [spanS = 0] = series.times
  // A rate of a span has six digits.
  const ofSpans = (list: readonly number[]) => Math.round(total(list) * spanS * runs)
  check('arrivals over time', ofSpans(series.offered) === of('arrived'))
  check('completions over time', ofSpans(series.goodput) === of('completed'))
  check('failures over time', ofSpans(series.failures) === of('failed'))
}

function checkNode(node: NodeReport, runs: number, check: Check): void {
  const { id, arrived, completed, failed, expired, mostInSystem, mostQueue, queue, inSystem } = node
  const left = arrived - completed - failed - expired
  check(`visits of ${id}`, left >= 0 && left <= mostInSystem * runs)
  check(`queue of ${id}`, mostQueue <= mostInSystem && (queue?.mean ?? 0) <= (inSystem?.mean ?? 0) + 1e-9)
  for (const share of ['utilization', 'working', 'availability', 'hitRate', 'waitedShare'] as const)
    check(`${share} of ${id}`, isShare(node[share]?.mean))
  check(`slots at work of ${id}`, (node.working?.mean ?? 0) <= (node.utilization?.mean ?? 1) + 1e-9)
}

function checkEdge(edge: EdgeReport, check: Check): void {
  const { id, attempts, retries, succeeded, failed, timedOut, messages, deadLettered } = edge
  check(`calls of ${id}`, succeeded + failed <= attempts && retries <= attempts && timedOut <= failed)
  check(`line of ${id}`, isShare(edge.lineUtilization?.mean))
  check(`pool of ${id}`, isShare(edge.poolUtilization?.mean))
  if (messages === null) return
  checkMessages(`messages of ${id}`, messages, check)
  check(`redeliveries of ${id}`, messages.redelivered <= retries)
  check(`dead letters of ${id}`, messages.deadLettered === deadLettered)
}

function checkMessages(name: string, messages: MessagesReport, check: Check): void {
  const { published, processed, failed, expired, lost, waiting, deadLettered, lag, mostLag } = messages
  check(name, published === processed + failed + expired + lost + waiting)
  check(`${name} kept`, deadLettered <= failed + expired)
  check(`${name} waiting`, (lag?.mean ?? 0) <= (mostLag?.mean ?? 0) + 1e-9)
}

const COUNTS = [
  'published',
  'givenUp',
  'processed',
  'failed',
  'redelivered',
  'deadLettered',
  'expired',
  'lost',
  'waiting',
] as const satisfies readonly (keyof MessagesReport)[]

const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)
const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= 1e-6 * Math.max(1, one, other)
const isShare = (value = 0): boolean => value >= -1e-9 && value <= 1 + 1e-9
