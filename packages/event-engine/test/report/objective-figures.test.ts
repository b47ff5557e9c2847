import { describe, expect, it } from 'vitest'
import { runModel } from '../../src/engine/run-model.ts'
import {
  type Evidence,
  isAboutRequests,
  judge,
  OBJECTIVE_METRICS,
  type Objective,
} from '../../src/report/objectives.ts'
import { single } from '../models.ts'

const THROUGHPUT = { mean: 50, halfWidth: 0, lower: 50, upper: 50, lowest: 50, highest: 50, count: 1 }
const EVIDENCE: Evidence = {
  outcomes: [runModel(single(50), { seed: 1, durationMs: 1000, warmUpMs: 0 })],
  samples: [],
  delays: null,
  isLongEnough: true,
  mayBeTransient: false,
  state: 'steady',
  unseen: { what: [], share: 0, leastMs: 0 },
  figureOf: () => THROUGHPUT,
}

const marginOf = (comparison: Objective['comparison'], limit: number) =>
  judge([{ metric: 'throughput', comparison, limit }], EVIDENCE)[0]?.margin

describe('an objective', () => {
  it.each([
    ['>', 40, 10],
    ['>=', 60, -10],
    ['<', 60, 10],
    ['<=', 40, -10],
  ] as const)('[SIM-656] of 50 a second has with %s %d a margin of %d', (comparison, limit, margin) => {
    expect(marginOf(comparison, limit)).toBe(margin)
  })

  it('[SIM-367] is about messages where it is about their delay, how many wait or come to nothing, else about requests', () => {
    const ofMessages = Object.keys(OBJECTIVE_METRICS).filter(
      (metric) => !isAboutRequests(metric as keyof typeof OBJECTIVE_METRICS),
    )
    expect(ofMessages).toEqual([
      'delay.mean',
      'delay.p50',
      'delay.p95',
      'delay.p99',
      'delay.p999',
      'lag',
      'messageLoss',
    ])
  })

  it('[SIM-656] is about milliseconds, but a throughput, shares of errors and of lost messages, and a number of messages', () => {
    const units = Object.entries(OBJECTIVE_METRICS).map(([metric, { unit }]) => [metric, unit])
    expect(Object.fromEntries(units.filter(([, unit]) => unit !== 'ms'))).toEqual({
      throughput: 'rps',
      errorRate: '%',
      lag: 'messages',
      messageLoss: '%',
    })
  })
})
