import { TEMPLATES, USERS_PROPERTY } from '@plimsoll/catalog'
import { type Flow, type FlowNode, instantiateTemplate } from '@plimsoll/flow'
import { createRng } from '@plimsoll/simulation'
import { describe, expect, it } from 'vitest'
import { sized, timeLimit } from '../../../../tooling/lib/test-size.ts'
import { compile } from '../../src/compile/index.ts'
import { toEnd } from '../../src/engine/run-model.ts'
import { meanOf, quantileOf } from '../../src/measure/histogram.ts'
import { createReplicator } from '../../src/replication.ts'
import { mergeRuns } from '../../src/report/merge.ts'
import type { EventReport } from '../../src/report/report.ts'
import { createEventSimulation, SHOWN_RUN } from '../../src/running/event-simulation.ts'
import { readSettings } from '../../src/settings.ts'

const tried = sized({ small: TEMPLATES.filter(({ id }) => id === 'event-driven'), full: TEMPLATES })

/** Of the users of a template. */
const SHARE = sized({ small: 0.2, full: 1 })
const BUDGET = 50_000 * SHARE

const templates = tried.map((template) => {
  let count = 0
  const flow = instantiateTemplate(template, { origin: { x: 0, y: 0 }, makeId: () => `part-${count++}` })
  return [template.id, { ...flow, nodes: flow.nodes.map(withFewerUsers) }] as const
})

function withFewerUsers(node: FlowNode): FlowNode {
  const { data } = node
  if (!(USERS_PROPERTY in data)) return node
  return { ...node, data: { ...data, [USERS_PROPERTY]: Number(data[USERS_PROPERTY]) * SHARE } } as FlowNode
}

/** Runs a flow in slices that a seed draws: of time, and of events. */
function simulated(flow: Flow, seed: number, { untilMs, slices }: { untilMs: number; slices: number }) {
  const simulation = createEventSimulation({ flow, seed })
  const draw = createRng(slices)
  while (simulation.timeMs < untilMs) {
    const target = Math.min(untilMs, simulation.timeMs + 1 + draw() * 20_000)
    while (simulation.advance(target, { events: 1 + Math.floor(draw() * BUDGET) }) === 'budget');
    if (draw() < 0.2) simulation.snapshot()
  }
  return simulation
}

describe('a run of the event engine on screen', () => {
  it.each(templates)(
    '[RUN-365] of %s comes to the figures and the report of the terminal, however it is sliced',
    { timeout: timeLimit(300_000) },
    (name, flow) => {
      const read = readSettings(flow.simulation)
      if (!read.ok) throw new Error(name)
      const settings = { ...read.settings, durationMs: SHOWN_RUN.durationMs, warmUpMs: 0 }
      const compiled = compile(flow, settings)
      if (!compiled.ok) throw new Error(name)
      const told = toEnd(createReplicator({ flow, settings })({ seed: 7 }))
      const simulation = simulated(flow, 7, { untilMs: SHOWN_RUN.durationMs, slices: 1 })
      const outcome = simulation.outcome()
      expect(outcome).toEqual(told)
      const reportOf = (one: typeof told) =>
        JSON.stringify(
          mergeRuns({
            name,
            flow,
            settings,
            model: compiled.model,
            notes: compiled.notes,
            outcomes: [one],
            objectives: [],
          }),
        )
      expect(reportOf(outcome ?? told)).toBe(reportOf(told))
      const report: EventReport = JSON.parse(reportOf(told))

      const { response, arrived, completed, failed, reasons } = told.requests
      const shown = simulation.snapshot()
      const { sinceStart } = shown.windows
      expect(shown.elapsedTime).toBe(600_000)
      expect([shown.createdRequests, shown.completedRequests, shown.failedRequests]).toEqual([
        arrived,
        completed,
        failed,
      ])
      expect(shown.averageResponseTime).toBe(meanOf(response))
      expect([sinceStart.mean, sinceStart.p50, sinceStart.p95, sinceStart.p99]).toEqual([
        meanOf(response),
        ...[0.5, 0.95, 0.99].map((share) => quantileOf(response, share)),
      ])
      const { mean, p50, p95, p99 } = report.figures.response
      expect([sinceStart.mean, sinceStart.p50, sinceStart.p95, sinceStart.p99]).toEqual(
        [mean, p50, p95, p99].map((one) => one?.mean),
      )
      const { offered, goodput, inFlightAtEnd, errorRate, successRate } = report.figures
      expect((sinceStart.offered / sinceStart.spanMs) * 1000).toBe(offered?.mean)
      expect((sinceStart.completed / sinceStart.spanMs) * 1000).toBe(goodput?.mean)
      expect(shown.activeRequests).toBe(inFlightAtEnd?.mean)
      expect(shown.errorRate).toBe(Number(errorRate?.mean.toFixed(2)))
      expect(shown.successRate).toBe(Number(successRate?.mean.toFixed(2)))
      expect(shown.requestsPerSecond).toBe(report.series.goodput.at(-1))
      expect(shown.errors.reasons.map(({ reason, count }) => [reason, count])).toEqual(
        report.failures.slice(0, 9).map(({ reason, count }) => [reason, count]),
      )
      expect(Object.fromEntries(sinceStart.reasons.map(({ reason, count }) => [reason, count]))).toEqual(reasons)
    },
  )
})
