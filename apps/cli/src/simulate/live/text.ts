import { OBJECTIVE_METRICS } from '@plimsoll/event-engine'
import { describeObjective, formatNumber, formatShare, printable, RESULT_WORDS, seconds } from '@plimsoll/experiments'
import type { Flow } from '@plimsoll/flow'
import type { Spread } from '@plimsoll/simulation'
import type { NamedFlow } from '../flow-file.ts'
import { bar, table } from '../layout.ts'
import type { PartLoad, Summary } from './summary.ts'

const BUSIEST_SHOWN = 6
const FAILURES_SHOWN = 5
/** So many of the requests fail in a system that is called overloaded. */
const OVERLOADED = 0.05

export interface LiveView {
  readonly named: NamedFlow
  readonly options: { readonly durationMs: number; readonly warmUpMs: number }
  readonly summary: Summary
}

/** What was found as a page for a person: the verdict, the figures, what is busy, what fails, what is not known. */
export function toText(view: LiveView): string {
  return [
    heading(view),
    verdict(view),
    objectives(view.summary),
    figures(view.summary),
    busiest(view),
    failures(view),
    limits(view.summary),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

export function heading({ named, options, summary }: LiveView): string {
  const { durationMs, warmUpMs } = options
  const { seeds } = summary
  const runs = seeds.length === 1 ? `seed ${seeds[0]}` : `${seeds.length} runs, seeds ${seeds[0]} to ${seeds.at(-1)}`
  const warmUp = warmUpMs > 0 ? `, warm-up ${seconds(warmUpMs)}` : ''
  return `${printable(named.name)} · live engine · ${seconds(durationMs)} simulated${warmUp} · ${runs}`
}

export function verdict(view: LiveView): string {
  const { verdicts, created, completed, failed } = view.summary
  if (created === 0) return '  Nothing happened: no client of this flow makes a request.'
  const missed = verdicts.filter(({ result }) => result !== 'pass').length
  const kept =
    verdicts.length === 0
      ? []
      : [
          missed === 0
            ? `${verdicts.length === 1 ? 'The objective is' : `All ${verdicts.length} objectives are`} met.`
            : `${missed} of ${verdicts.length} ${verdicts.length === 1 ? 'objective' : 'objectives'} not met.`,
        ]
  const outcome =
    completed + failed === 0 ? 'no request ended' : `${formatShare(failed / (completed + failed))} of the requests fail`
  return `  ${[...kept, `${depth(view)}, and ${outcome}.`].join(' ')}`
}

/** How deep the system sits, by its busiest part. */
function depth({ named, summary }: LiveView): string {
  const [busiest] = summary.loads
  if (busiest === undefined) return 'There is nothing that could be busy'
  const name = partName(named.flow, busiest)
  const share = formatShare(busiest.mean.mean)
  const isOverloaded = busiest.highest > 0.9 && summary.failed > OVERLOADED * (summary.completed + summary.failed)
  if (isOverloaded) return `Overloaded: ${name} is at ${share}`
  if (busiest.mean.mean > 0.9) return `Saturated: ${name} is at ${share}`
  if (busiest.mean.mean > 0.7) return `Close to its limit: ${name} is at ${share}`
  if (busiest.mean.mean > 0.5) return `Well loaded: ${name} is at ${share}`
  return `Room to spare: the busiest part, ${name}, is at ${share}`
}

function objectives({ verdicts }: Summary): string {
  const lines = verdicts.map((one) => [
    `  ${RESULT_WORDS[one.result]}`,
    describeObjective(one),
    one.measured
      ? `it is ${withSpread(one.measured, OBJECTIVE_METRICS[one.metric].unit)}`
      : 'too few requests were completed',
  ])
  return table(lines)
}

function figures({ metrics, slowest }: Summary): string {
  const row = (name: string, spread: Spread | null, unit: string) => [
    `  ${name}`,
    spread ? formatNumber(spread.mean) : '–',
    unit,
    spread?.halfWidth ? `± ${formatNumber(spread.halfWidth)}` : '',
  ]
  const { offered, throughput, errorRate, active } = metrics
  return table(
    [
      row('Offered', offered, 'rps'),
      row('Throughput', throughput, 'rps'),
      row('Error rate', errorRate, '%'),
      row('Under way', active, 'requests'),
      row('Response time, mean', metrics.mean, 'ms'),
      row('  50 % within', metrics.p50, 'ms'),
      row('  95 % within', metrics.p95, 'ms'),
      row('  99 % within', metrics.p99, 'ms'),
      row('  99.9 % within', metrics.p999, 'ms'),
      ['    slowest', slowest === null ? '–' : formatNumber(slowest), 'ms', ''],
    ],
    { right: [1] },
  )
}

function busiest({ named, summary }: LiveView): string {
  const shown = summary.loads.filter(({ mean }) => mean.mean >= 0.005).slice(0, BUSIEST_SHOWN)
  if (shown.length === 0) return ''
  const lines = shown.map((load) => [
    `  ${bar(load.mean.mean)}`,
    formatShare(load.mean.mean),
    partName(named.flow, load),
    `at most ${formatShare(load.highest)}`,
  ])
  return `Busiest parts, on average\n${table(lines, { right: [1] })}`
}

function failures({ named, summary }: LiveView): string {
  const total = summary.failures.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return ''
  const lines = summary.failures
    .slice(0, FAILURES_SHOWN)
    .map(({ reason, nodeId, count }) => [
      `  ${formatShare(count / total)}`,
      reason,
      `at ${partName(named.flow, { of: 'node', id: nodeId })}`,
    ])
  return `What fails\n${table(lines, { right: [0] })}`
}

export function limits({ seeds, timed, completed }: Summary): string {
  const notes = [
    ...(seeds.length > 1 ? ['± is the 95 % confidence interval of the mean over the runs.'] : []),
    ...(timed < completed
      ? [
          `Response times are of the ${formatNumber(timed)} of ${formatNumber(completed)} completed requests that the engine keeps.`,
        ]
      : []),
    'The live engine does not model queueing: response times do not grow with load, and go by steps of 100 ms.',
  ]
  return notes.join('\n')
}

export const partName = (flow: Flow, part: Pick<PartLoad, 'of' | 'id'>): string => printable(nameOf(flow, part))

function nameOf(flow: Flow, { of, id }: Pick<PartLoad, 'of' | 'id'>): string {
  if (of === 'node') return flow.nodes.find((node) => node.id === id)?.data.label || id
  const edge = flow.edges.find((one) => one.id === id)
  if (!edge) return id
  return edge.data.label || [edge.source, edge.target].map((end) => nameOf(flow, { of: 'node', id: end })).join(' → ')
}

const withSpread = ({ mean, halfWidth }: Spread, unit: string): string =>
  `${formatNumber(mean)} ${unit}${halfWidth ? ` ± ${formatNumber(halfWidth)}` : ''}`
