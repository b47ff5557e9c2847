import { describe, expect, it } from 'vitest'
import { GrowingRun } from '../../src/engine/growing-run.ts'
import { runModel, startRun } from '../../src/engine/run-model.ts'
import { mergeHistograms } from '../../src/measure/histogram.ts'
import type { Model } from '../../src/model.ts'
import type { RunOutcome } from '../../src/outcome.ts'
import { messagesOf } from '../../src/report/messages.ts'
import { callBy, forAll, link, modelNode, POOL, single, source } from '../models.ts'

const SEED = 7
const BUSY = single(15, { link: { latencyMs: 3, timeoutMs: 400, pool: { ...POOL, size: 3 } } })
/** Shed and retried, so that every counter moves. */
const SHEDDING = single(30, {
  station: { admission: 4, failureProbability: 0.1 },
  link: { timeoutMs: 100, retry: { waitsMs: [20, 40], jitter: 'full' } },
})

/** Messages of two clients, of which some are redelivered. */
const SENDING: Model = {
  ...single(30, {
    station: { meanMs: [20, 20, 20, 20], failureProbability: 0.1 },
    link: { message: 'sent', retry: { waitsMs: [20], jitter: 'full' } },
  }),
  sources: [source(0, 20), source(0, 10, { mix: [0.5, 0.5, 0, 0] })],
}

/** Without a steady state, no figure of the delays is asked for. */
const KNOWN = {
  isSteady: false,
  reportedOf: () => ({ samples: { runs: [], from: 0 }, figures: new Set() }),
} as unknown as Parameters<typeof messagesOf>[2]

/** A run that doubles its time, measured on its way, with a warm-up of a share. */
function grown(model: Model, { firstMs, doublings, share }: { firstMs: number; doublings: number; share: number }) {
  const run = new GrowingRun(startRun(model, { seed: SEED, horizonMs: firstMs * 2 ** doublings }), firstMs)
  run.advance(share * firstMs)
  for (let doubling = 0; doubling < doublings; doubling += 1) {
    run.outcome(share * run.durationMs)
    run.double()
    run.advance(share * run.durationMs)
  }
  return run.outcome(share * run.durationMs)
}

describe('a run that grows', () => {
  it.each([0, 0.1, 0.3, 0.5])(
    '[SIM-380] measures the same bytes as a run of that duration, with a warm-up of %d',
    (share) => {
      for (const model of [BUSY, SHEDDING, SENDING]) {
        const durationMs = 80_000
        const whole = runModel(model, { seed: SEED, durationMs, warmUpMs: share * durationMs })
        const inStages = grown(model, { firstMs: 2500, doublings: 5, share })
        for (const key of Object.keys(whole) as (keyof RunOutcome)[])
          expect([key, JSON.stringify(inStages[key]) === JSON.stringify(whole[key])]).toEqual([key, true])
      }
    },
  )

  it('[SIM-380] halves the number of spans in its series when there are a thousand', () => {
    const quick = single(1)
    const { series } = grown(quick, { firstMs: 800_000, doublings: 2, share: 0.1 })
    expect(series).toEqual(runModel(quick, { seed: SEED, durationMs: 3_200_000, warmUpMs: 0 }).series)
    expect([series.spanMs, series.completed.length]).toEqual([4000, 800])
    expect(series.arrived.reduce((sum, count) => sum + count)).toBeGreaterThan(3000)
  })

  it('[SIM-1012] counts what happens at the very end of a span, a slice and the warm-up in it', () => {
    // Each tenth of a second a request comes, and one that came a tenth before completes.
    const even = single(10, {
      station: {
        slots: Number.POSITIVE_INFINITY,
        meanMs: [100, 100, 100, 100],
        distribution: { kind: 'deterministic' },
      },
      source: { arrivals: 'even', interarrival: { kind: 'deterministic' } },
    })
    const { series, slices, requests } = runModel(even, { seed: SEED, durationMs: 20_000, warmUpMs: 2000 })
    expect([requests.arrived, requests.completed]).toEqual([180, 180])
    expect(series.arrived).toEqual(Array.from({ length: 20 }, () => 10))
    expect(series.completed).toEqual([9, ...Array.from({ length: 19 }, () => 10)])
    expect(series.responses.map(({ count }) => count)).toEqual(series.completed)
    expect(slices.responses.map(({ count }) => count)).toEqual(series.completed)
  })

  it('[SIM-381] keeps its response times and the requests at its stations in slices of the whole time', () => {
    const { slices, requests, series } = runModel(BUSY, { seed: SEED, durationMs: 80_000, warmUpMs: 0 })
    expect(slices.durationMs).toBe(80_000)
    expect([slices.responses.length, slices.inSystemMs.length]).toEqual([20, 160])
    const all = mergeHistograms(slices.responses)
    expect(all).toEqual({ ...requests.response, sum: expect.closeTo(requests.response.sum, 6) })
    const [, atServer = []] = series.inSystem
    const area = atServer.reduce((sum, mean) => sum + mean * series.spanMs, 0)
    expect(slices.inSystemMs.reduce((sum, one) => sum + one)).toBeCloseTo(area, 6)
  })

  it('[SIM-404] [SIM-990] [SIM-994] keeps the delays of messages, and the response times of each client, type and component, in slices', () => {
    const { byClient, byClass, requests, messages, links, nodes } = runModel(SENDING, {
      seed: SEED,
      durationMs: 80_000,
      warmUpMs: 0,
    })
    const parts = [
      { whole: messages?.delay, slices: messages?.delaySlices },
      { whole: links[0]?.messages?.delay, slices: links[0]?.messages?.delaySlices },
      ...[...byClient, ...byClass, ...nodes.slice(1)].map(({ response, slices }) => ({ whole: response, slices })),
    ]
    expect(parts).toHaveLength(9)
    for (const { whole, slices = [] } of parts) {
      expect(slices).toHaveLength(20)
      const sum = expect.closeTo(whole?.sum ?? 0, 6)
      expect(mergeHistograms(slices)).toEqual({ ...whole, sum })
    }
    const atHalf = runModel(SENDING, { seed: SEED, durationMs: 40_000, warmUpMs: 0 })
    const counts = (slices: readonly { readonly count: number }[] = []) =>
      slices.reduce((all, one) => all + one.count, 0)
    expect(counts(messages?.delaySlices.slice(0, 10))).toBe(atHalf.messages?.delay.count)
    expect(nodes[1]?.response?.count).toBeGreaterThan(1000)
    expect(counts(nodes[1]?.slices.slice(0, 10))).toBe(atHalf.nodes[1]?.response?.count)
    expect(counts(byClient[1]?.slices.slice(0, 10))).toBe(atHalf.byClient[1]?.response.count)
    expect(byClient.map(({ response }) => response.count).reduce((sum, one) => sum + one)).toBe(requests.completed)
  })

  it('[SIM-993] keeps those of many connections and clients in wider buckets', () => {
    const many = (count: number): Model => {
      const model = single(1)
      return {
        ...model,
        nodes: [modelNode('client', { program: forAll([callBy(...Array(count).keys())]) }), ...model.nodes.slice(1)],
        links: Array.from({ length: count }, (_, index) => link(`way ${index}`, 0, 1, { message: 'sent' })),
        sources: Array.from({ length: count }, () => source(0, 40 / count, { localMs: 5 })),
      }
    }
    const widthsOf = (count: number) => {
      const { links, byClient, byClass, messages, requests } = runModel(many(count), {
        seed: 1,
        durationMs: 4000,
        warmUpMs: 0,
      })
      const lists = [
        links.flatMap((one) => one.messages?.delaySlices ?? []),
        byClient.flatMap(({ response, slices }) => [response, ...slices]),
        byClass.flatMap(({ response, slices }) => [response, ...slices]),
        messages?.delaySlices ?? [],
        [requests.response],
      ]
      return lists.map((slices) => [
        ...new Set(slices.filter(({ counts }) => counts.length > 0).map(({ width = 1 }) => width)),
      ])
    }
    expect(widthsOf(20)).toEqual([[1], [1], [1], [1], [1]])
    expect(widthsOf(21)).toEqual([[4], [4], [4], [1], [1]])
  })

  it('[SIM-995] keeps the visits of many components in wider buckets, and of more than 500 in none', () => {
    const widthsOf = (count: number) => {
      const { nodes, links, ...model } = single(10)
      const more = Array.from({ length: count - nodes.length }, (_, index) => modelNode(`idle ${index}`))
      const all = { ...model, links, nodes: [...nodes, ...more] }
      const server = runModel(all, { seed: 1, durationMs: 4000, warmUpMs: 0 }).nodes[1]
      const widths = new Set(server?.slices.filter(({ count }) => count > 0).map(({ width = 1 }) => width))
      return { count: server?.response?.count ?? 0, widths: [...widths] }
    }
    const visits = expect.toSatisfy((visited: number) => visited > 20)
    expect(widthsOf(20)).toEqual({ count: visits, widths: [1] })
    expect(widthsOf(21)).toEqual({ count: visits, widths: [4] })
    expect(widthsOf(500)).toEqual({ count: visits, widths: [4] })
    expect(widthsOf(501)).toEqual({ count: 0, widths: [] })
  })

  it('[SIM-1149] has no series of the messages of each connection of more than 500 components', () => {
    const spansOf = (count: number) => {
      const more = Array.from({ length: count - SENDING.nodes.length }, (_, index) => modelNode(`idle ${index}`))
      const all = { ...SENDING, nodes: [...SENDING.nodes, ...more] }
      const outcome = runModel(all, { seed: 1, durationMs: 4000, warmUpMs: 0 })
      const edge = messagesOf([outcome], ({ links }) => links[0]?.messages, KNOWN)
      const together = messagesOf([outcome], ({ messages }) => messages, KNOWN)
      const lists = [edge, together].map((one) => [
        one?.lagOverTime.length,
        one?.delayOverTime.length,
        one?.delayPercentilesOverTime?.p50.length,
      ])
      return { lists, processed: edge?.processed }
    }
    const processed = expect.toSatisfy((count: number) => count > 20)
    expect(spansOf(500)).toEqual({ lists: Array(2).fill([4, 4, 4]), processed })
    expect(spansOf(501)).toEqual({
      lists: [
        [0, 0, undefined],
        [4, 4, 4],
      ],
      processed,
    })
  })

  it('[SIM-204] has the slices that ended where it ends early', () => {
    const { slices, endedEarly } = runModel(single(1000), { seed: 1, durationMs: 1e6, warmUpMs: 0, maxEvents: 500_000 })
    expect(endedEarly).toBe('too many events')
    expect(slices.inSystemMs.length).toBeLessThan(160)
  })
})
