import type { TraceReport } from '@plimsoll/event-engine'
import { formatNumber } from './numbers.ts'
import type { Bar, Bars, Segment } from './page.ts'
import type { ReportView } from './report-view.ts'

const KINDS = ['On the way', 'Waiting', 'Service', 'Calls and reply'] as const
const TRACES = 5
const MOST_ROWS = 40

/** The slowest requests as waterfalls, the slowest first; none where nothing was traced. */
export const traceBars = (view: ReportView): readonly Bars[] =>
  view.report.traces.slice(0, TRACES).map((trace) => waterfall(trace, view))

function waterfall({ seed, serial, type, client, responseMs, spans }: TraceReport, { nameOf }: ReportView): Bars {
  const name = `${type} request ${formatNumber(serial)} of ${nameOf({ of: 'node', id: client })}`
  const left = spans.length > MOST_ROWS ? `, the first ${MOST_ROWS} of ${formatNumber(spans.length)} visits` : ''
  return {
    title: `${formatNumber(responseMs)} ms: ${name}, run with seed ${seed}${left}`,
    kinds: KINDS,
    // What nobody waits for may end after the reply.
    end: Math.max(responseMs, ...spans.map(({ repliedMs }) => repliedMs)),
    rows: spans.slice(0, MOST_ROWS).map((span): Bar => {
      const { node, depth, calledMs, arrivedMs, startedMs, endedMs, repliedMs, outcome } = span
      const moments = [calledMs, arrivedMs, startedMs, endedMs, repliedMs]
      const took = `${formatNumber(repliedMs - calledMs)} ms from ${formatNumber(calledMs)} ms on`
      return {
        name: nameOf({ of: 'node', id: node }),
        depth,
        part: { of: 'node', id: node },
        segments: KINDS.map((_, kind) => ({ kind, from: moments[kind] ?? 0, to: moments[kind + 1] ?? 0 })).filter(
          lasts,
        ),
        text: outcome === 'ok' ? took : `${took}: ${outcome}`,
      }
    }),
  }
}

const lasts = ({ from, to }: Segment): boolean => to > from
