import { askedInWords, type Estimate, OBJECTIVE_METRICS, type Objective } from '@plimsoll/event-engine'
import type { CapacityReport } from './capacity-report.ts'

interface OtherFigure extends Objective {
  /** `p99@API`. */
  readonly name: string
  readonly unit: string
  readonly of: (point: CapacityReport['points'][number]) => Estimate
}

/** What is told of each load, whatever is asked for. */
const ALWAYS = ['p50', 'p95', 'p99', 'throughput', 'errorRate']

/** The figures of the objectives that are told because they are asked for, each once. */
export const otherFigures = ({ asked }: Pick<CapacityReport, 'asked'>): readonly OtherFigure[] =>
  asked
    .map((one, index) => ({
      ...one,
      name: askedInWords(one),
      unit: OBJECTIVE_METRICS[one.metric].unit,
      of: (point: CapacityReport['points'][number]) => point.asked?.[index] ?? null,
    }))
    .filter(({ name }, index, all) => !ALWAYS.includes(name) && all.findIndex((one) => one.name === name) === index)
