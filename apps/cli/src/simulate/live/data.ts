import { OBJECTIVE_METRICS } from '@plimsoll/event-engine'
import { describeObjective, RESULT_WORDS } from '@plimsoll/experiments'
import { type RunReport, toCsv } from '@plimsoll/live-engine'
import { csvLine, type Spread } from '@plimsoll/simulation'
import type { Summary } from './summary.ts'

export const UNITS: Readonly<Record<keyof Summary['metrics'], string>> = {
  mean: OBJECTIVE_METRICS.mean.unit,
  p50: OBJECTIVE_METRICS.p50.unit,
  p95: OBJECTIVE_METRICS.p95.unit,
  p99: OBJECTIVE_METRICS.p99.unit,
  p999: OBJECTIVE_METRICS.p999.unit,
  throughput: OBJECTIVE_METRICS.throughput.unit,
  errorRate: OBJECTIVE_METRICS.errorRate.unit,
  offered: 'rps',
  active: '',
}

/** The report of the first replication, and beside it what all of them show. */
export function toJson(report: RunReport, { verdicts, ...replications }: Summary): string {
  const objectives = verdicts.map(({ measured, ...objective }) => ({
    ...objective,
    measured: measured?.mean ?? null,
    isMet: objective.result === 'pass',
  }))
  return JSON.stringify({ ...report, replications, objectives }, null, 2)
}

/** The same as one table: section, id, name, time, figure, value, unit. */
export function toTable(report: RunReport, { metrics, loads, verdicts, seeds }: Summary): string {
  const rows: (readonly (string | number)[])[] = [
    ['replications', '', '', '', 'count', seeds.length, ''],
    ...Object.entries(metrics).flatMap(([name, spread]) =>
      spreadRows(['replications', '', ''], name, { spread, unit: UNITS[name as keyof typeof UNITS] }),
    ),
    ...loads.flatMap(({ of, id, mean }) =>
      spreadRows([`replications ${of}`, id, ''], 'utilization', { spread: mean, unit: 'ratio' }),
    ),
    ...verdicts.map((verdict) => [
      'objective',
      '',
      describeObjective(verdict),
      '',
      RESULT_WORDS[verdict.result].toLowerCase(),
      verdict.measured?.mean ?? '',
      OBJECTIVE_METRICS[verdict.metric].unit,
    ]),
  ]
  return [toCsv(report), ...rows.map(csvLine)].join('').trimEnd()
}

function spreadRows(
  head: readonly string[],
  figure: string,
  { spread, unit }: { spread: Spread | null; unit: string },
): (readonly (string | number)[])[] {
  if (spread === null) return []
  return [
    [...head, '', figure, spread.mean, unit],
    ...(spread.halfWidth === null ? [] : [[...head, '', `${figure} ±`, spread.halfWidth, unit]]),
  ]
}
