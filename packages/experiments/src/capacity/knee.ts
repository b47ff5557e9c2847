import { type Estimate, isResponseFigure, type Objective } from '@plimsoll/event-engine'
import { describeObjective } from '../design/objectives.ts'
import { formatNumber } from '../words/numbers.ts'
import type { Curves } from '../words/page.ts'
import type { CapacityReport } from './capacity-report.ts'
import { otherFigures } from './other-figures.ts'

type Point = CapacityReport['points'][number]

/** Response time, completed requests and failures over the load: where the design stops to carry more. */
export function kneeCurves(report: CapacityReport): readonly Curves[] {
  const { points, todayRps, capacityRps, asked, clientLabel } = report
  if (points.length < 2) return []
  const carried = capacityRps?.mean ?? null
  const shared = {
    over: `load of ${clientLabel ?? 'all clients'}, rps`,
    isLogarithmic: false,
    marks: [
      { name: `today, ${formatNumber(todayRps)} rps`, at: todayRps },
      ...(carried === null ? [] : [{ name: `it carries ${formatNumber(carried)} rps`, at: carried }]),
    ],
  }
  const line = (name: string, of: (point: Point) => Estimate) => ({
    name,
    points: points.map((point) => {
      const measured = of(point)
      return {
        ...{ at: point.rps, value: measured?.mean ?? null },
        ...{ lower: measured?.lower ?? null, upper: measured?.upper ?? null },
      }
    }),
  })
  const limitsOf = (isDrawn: (one: Objective) => boolean) =>
    asked.filter(isDrawn).map((one) => ({ name: describeObjective(one), value: one.limit }))
  const curves: readonly Curves[] = [
    {
      ...shared,
      title: 'Response time by load',
      unit: 'ms, with 95 % intervals',
      lines: [
        ...percentilesFor(asked).map((percentile) => line(percentile, (point) => point[percentile])),
        ...otherFigures(report)
          .filter(({ metric }) => isResponseFigure(metric))
          .map(({ name, of }) => line(name, of)),
      ],
      limits: limitsOf(({ metric }) => isResponseFigure(metric)),
    },
    {
      ...shared,
      title: 'Completed requests by load',
      unit: 'a second, with 95 % intervals',
      lines: [line('completed', ({ goodput }) => goodput), line('offered', ({ offered }) => offered)],
      limits: limitsOf(({ metric, scope }) => metric === 'throughput' && !scope),
    },
    {
      ...shared,
      title: 'Failed requests by load',
      unit: '%, with 95 % intervals',
      lines: [line('failed', ({ errorRate }) => errorRate)],
      limits: limitsOf(({ metric, scope }) => metric === 'errorRate' && !scope),
    },
  ]
  return curves
    .map((one) => ({ ...one, lines: one.lines.filter(({ points }) => points.some(({ value }) => value !== null)) }))
    .filter(({ lines }) => lines.length > 0)
}

/** Those that have an objective, whose limit is drawn beside them, and the median. */
function percentilesFor(asked: CapacityReport['asked']) {
  const limited = (['p99', 'p95'] as const).filter((one) => asked.some(({ metric, scope }) => metric === one && !scope))
  return [...(limited.length > 0 ? limited : (['p99'] as const)), 'p50'] as const
}
