import { formatNumber, formatShare, objectiveTable, type Page } from '@plimsoll/experiments'
import type { RunReport } from '@plimsoll/live-engine'
import type { Spread } from '@plimsoll/simulation'
import { UNITS } from './data.ts'
import { heading, type LiveView, limits, partName, verdict } from './text.ts'

const NAMES: Readonly<Record<keyof typeof UNITS, string>> = {
  mean: 'mean response time',
  p50: 'p50',
  p95: 'p95',
  p99: 'p99',
  p999: 'p99.9',
  offered: 'offered',
  throughput: 'completed',
  errorRate: 'failed',
  active: 'under way',
}

/** What all replications show, as tables, and the first one over time. */
export function toPage(view: LiveView, { history }: Pick<RunReport, 'history'>): Page {
  const { named, summary } = view
  const { verdicts, metrics, loads, failures } = summary
  const results = verdicts.map(({ result }) => result)
  const bands = view.options.warmUpMs > 0 ? [{ name: 'warm-up', fromS: 0, toS: view.options.warmUpMs / 1000 }] : []
  const times = history.map(({ time }) => time)
  return {
    title: named.name,
    about: heading(view).slice(named.name.length + ' · '.length),
    result: results.length === 0 ? null : results.every((one) => one === 'pass') ? 'pass' : 'fail',
    sentences: [{ text: verdict(view).trim(), tone: null }],
    tables: [
      objectiveTable(verdicts),
      {
        title: 'Figures',
        head: ['Figure', 'Mean', 'Unit', '95 % interval'],
        rows: Object.entries(NAMES).map(([metric, name]) => {
          const found: Spread | null = metrics[metric as keyof typeof UNITS]
          const interval = found?.halfWidth ? `± ${formatNumber(found.halfWidth)}` : ''
          return [name, found?.mean ?? null, UNITS[metric as keyof typeof UNITS], interval]
        }),
      },
      {
        title: 'Busiest parts',
        head: ['Part', 'Load', 'At most'],
        rows: loads.map((load) => [
          partName(named.flow, load),
          { text: formatShare(load.mean.mean), share: load.mean.mean },
          formatShare(load.highest),
        ]),
      },
      {
        title: 'What fails',
        head: ['Reason', 'Component', 'Requests'],
        rows: failures.map(({ reason, nodeId, count }) => [
          reason,
          partName(named.flow, { of: 'node', id: nodeId }),
          count,
        ]),
      },
    ],
    distributions: [],
    charts:
      times.length < 2
        ? []
        : [
            {
              title: 'Throughput over time, first run',
              unit: 'rps',
              times,
              bands,
              lines: [{ name: 'completed', values: history.map(({ throughput }) => throughput) }],
            },
            {
              title: 'Mean response time over time, first run',
              unit: 'ms',
              times,
              bands,
              lines: [{ name: 'mean response time', values: history.map(({ responseTime }) => responseTime) }],
            },
          ],
    notes: [{ title: 'How sure this is', texts: limits(summary).split('\n') }],
  }
}
