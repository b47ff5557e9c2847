import { TEMPLATES } from '@plimsoll/catalog'
import { type Flow, instantiateTemplate } from '@plimsoll/flow'
import { createRng } from '@plimsoll/simulation'
import { describe, expect, it } from 'vitest'
import { compile } from '../../src/compile/index.ts'
import { meanOf, quantileOf } from '../../src/measure/histogram.ts'
import { createReplicator } from '../../src/replication.ts'
import { mergeRuns } from '../../src/report/merge.ts'
import { createEventSimulation, SHOWN_RUN, settingsOf } from '../../src/running/event-simulation.ts'

const templates = TEMPLATES.map((template) => {
  let count = 0
  return [
    template.id,
    instantiateTemplate(template, { origin: { x: 0, y: 0 }, makeId: () => `part-${count++}` }),
  ] as const
})

/** Runs a flow in slices that a seed draws: of time, and of events. */
function simulated(flow: Flow, seed: number, { untilMs, slices }: { untilMs: number; slices: number }) {
  const simulation = createEventSimulation({ flow, seed })
  const draw = createRng(slices)
  while (simulation.timeMs < untilMs) {
    const target = Math.min(untilMs, simulation.timeMs + 1 + draw() * 20_000)
    while (simulation.advance(target, { events: 1 + Math.floor(draw() * 50_000) }) === 'budget');
    if (draw() < 0.2) simulation.snapshot()
  }
  return simulation
}

describe('a run of the event engine on screen', () => {
  it.each(templates)(
    '[RUN-365] of %s comes to the figures and the report of the terminal, however it is sliced',
    { timeout: 300_000 },
    (name, flow) => {
      const settings = settingsOf(flow)
      const compiled = compile(flow, settings)
      if (!compiled.ok) throw new Error(name)
      const told = createReplicator({ flow, settings })({ seed: 7 })
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
      expect(Object.fromEntries(sinceStart.reasons.map(({ reason, count }) => [reason, count]))).toEqual(reasons)
    },
  )
})
