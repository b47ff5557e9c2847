import { describe, expect, it } from 'vitest'
import { endOfGrowth } from '../../src/growth.ts'
import { type Histogram, meanOf, mergeHistograms, quantileOf } from '../../src/measure/histogram.ts'
import type { RunOutcome } from '../../src/outcome.ts'
import { GOAL } from '../../src/report/goal.ts'
import type { Objective } from '../../src/report/objectives.ts'
import type { Scope } from '../../src/report/scope.ts'
import { DURATION_MS, madeModel, madeReport, madeRuns, SETTINGS } from './made.ts'

/** Messages of a client at a light load, and its requests, which are Reads. */
const SENT = madeModel({ nodes: [{}], links: [{ source: 0, target: 1, message: 'sent' }], rps: 30 })
const SENDING = madeRuns(SENT, 10)
const CALLED = madeModel({ nodes: [{}], links: [{ source: 0, target: 1 }], rps: 30 })
const CALLING = madeRuns(CALLED, 10)

const SERVER: Scope = { by: 'node', id: 'node-1', name: 'node-1' }

type Slices = readonly Histogram[]

/** Values that are 128 times as great: seven octaves of buckets further on. */
const slow = (histogram: Histogram): Histogram => ({
  ...histogram,
  sum: histogram.sum * 128,
  min: histogram.min * 128,
  max: histogram.max * 128,
  first: histogram.first + 7 * 128,
})

/** The runs, some of whose slices have other values: of messages, client, type and component; not of all requests. */
function changed(runs: readonly RunOutcome[], change: (slices: Slices, run: number) => Slices): readonly RunOutcome[] {
  return runs.map((run, index) => {
    const messages = run.messages && { ...run.messages, delaySlices: change(run.messages.delaySlices, index) }
    const part = <T extends { readonly slices: Slices }>(one: T): T => ({ ...one, slices: change(one.slices, index) })
    return {
      ...run,
      messages,
      links: run.links.map((one) => ({ ...one, messages: one.messages && messages })),
      byClient: run.byClient.map(part),
      byClass: run.byClass.map(part),
      nodes: run.nodes.map(part),
    }
  })
}

/** What the reports of both models have of their parts. */
function figuresOf(change: (slices: Slices, run: number) => Slices) {
  const { messages, edges } = madeReport(SENT, { outcomes: changed(SENDING, change) })
  const { clients, requestTypes, nodes, figures, objectives } = madeReport(CALLED, {
    outcomes: changed(CALLING, change),
    objectives: [{ metric: 'p95', scope: SERVER, comparison: '<', limit: 500 }],
  })
  const parts = [messages?.delay, edges[0]?.messages?.delay, clients[0]?.response, requestTypes[0]?.response]
  return { parts, all: figures.response, visits: nodes[1], asked: objectives[0]?.measured }
}

/** Those slices slow in the last run, which makes the figure of all runs less sure. */
const slowIn = (from: number, to: number) => (slices: Slices, run: number) =>
  slices.map((one, slice) => (run === SENDING.length - 1 && slice >= from && slice < to ? slow(one) : one))

describe('delays of messages, and response times of a client, type or component', () => {
  it('[SIM-404] [SIM-990] are of the second half of the runs', () => {
    const { parts, all } = figuresOf((slices) => slices)
    const late = (runs: readonly RunOutcome[], of: (run: RunOutcome) => Slices) =>
      meanOf(mergeHistograms(runs.flatMap((run) => of(run).slice(10))))
    const delays = late(SENDING, ({ messages }) => messages?.delaySlices ?? [])
    const responses = late(CALLING, ({ slices }) => slices.responses)
    expect(parts.map((one) => one?.mean?.mean)).toEqual(
      [delays, delays, responses, responses].map((mean) => expect.closeTo(mean, 9)),
    )
    for (const one of parts.slice(2))
      expect(one?.p95).toEqual({ ...all.p95, mean: expect.closeTo(all.p95?.mean ?? 0, 9) })
    // Their greatest value is that of all that was measured.
    expect(parts[2]?.max).toEqual(all.max)
  })

  it('[SIM-404] [SIM-990] are withheld where the first half does not know them, however precise the second one is', () => {
    const { parts, all } = figuresOf(slowIn(2, 10))
    for (const one of parts) expect(one).toMatchObject({ mean: null, p95: null, p99: null })
    expect(all.p95).not.toBeNull()
  })

  it('[SIM-404] [SIM-990] are told where the first half knows them, however wide they are in the second one', () => {
    const { parts } = figuresOf(slowIn(10, 20))
    for (const one of parts) expect((one?.mean?.halfWidth ?? 0) / (one?.mean?.mean ?? 1)).toBeGreaterThan(1)
  })

  it('[SIM-994] of the visits of a component are of the second half of the runs', () => {
    const late = mergeHistograms(CALLING.flatMap(({ nodes }) => nodes[1]?.slices.slice(10) ?? []))
    const { visits, asked } = figuresOf((slices) => slices)
    const p95 = expect.objectContaining({ mean: quantileOf(late, 0.95) })
    expect([visits?.p95Ms, asked]).toEqual([p95, p95])
  })

  it('[SIM-994] of the visits of a component are withheld where the first half does not know them, told where it does', () => {
    const { visits, asked, all } = figuresOf(slowIn(2, 10))
    expect([visits?.p95Ms, asked]).toEqual([null, null])
    expect(all.p95).not.toBeNull()
    const told = figuresOf(slowIn(10, 20))
    expect(told.asked).toMatchObject({ upper: null })
    expect(told.visits?.p95Ms).toEqual(told.asked)
  })

  const client: Scope = { by: 'client', id: 'client', name: 'client' }
  const type: Scope = { by: 'type', id: 'Read', name: 'Read' }
  const connection: Scope = { by: 'edge', id: 'link-0', name: 'link-0' }
  const asked = [
    { model: SENT, runs: SENDING, metric: 'delay.mean', scope: null },
    { model: SENT, runs: SENDING, metric: 'delay.p95', scope: connection },
    { model: CALLED, runs: CALLING, metric: 'mean', scope: client },
    { model: CALLED, runs: CALLING, metric: 'p95', scope: type },
    { model: CALLED, runs: CALLING, metric: 'mean', scope: SERVER },
    { model: CALLED, runs: CALLING, metric: 'p95', scope: SERVER },
  ] as const

  it.each(asked)('[SIM-991] $metric is held against the last four fifths of the runs', ({ model, runs, ...about }) => {
    const result = (change: (slices: Slices, run: number) => Slices) => {
      const objective: Objective = { ...about, comparison: '<', limit: 500 }
      return madeReport(model, { outcomes: changed(runs, change), objectives: [objective] }).objectives[0]?.result
    }
    const slowIn = (from: number, to: number) => (slices: Slices) =>
      slices.map((one, slice) => (slice >= from && slice < to ? slow(one) : one))
    expect(result(slowIn(0, 4))).toBe('pass')
    expect(result(slowIn(4, 20))).toBe('fail')
  })

  const endOf = ({ model, runs, ...about }: (typeof asked)[number], change = (slices: Slices, _: number) => slices) => {
    const objectives: readonly Objective[] = [{ ...about, comparison: '<', limit: 1e9 }]
    const settings = { ...SETTINGS, durationMs: DURATION_MS }
    const goal = { ...GOAL, precision: 0.25, objectives }
    return endOfGrowth({ model, settings, outcomes: changed(runs, change), goal })
  }

  it.each(asked)('[SIM-992] $metric goes on growing while the first half of the runs does not know it', (one) => {
    expect([endOf(one), endOf(one, slowIn(2, 10))]).toEqual(['enough', null])
  })

  it.each(asked.filter(({ metric }) => metric.endsWith('mean')))(
    '[SIM-992] $metric ends the growth however wide it is in the second half, which is reported',
    (one) => {
      expect(endOf(one, slowIn(10, 20))).toBe('enough')
    },
  )
})
