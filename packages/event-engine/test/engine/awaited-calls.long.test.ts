import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FLAG, NONE, STATE } from '../../src/engine/call-records.ts'
import type { Run } from '../../src/engine/run.ts'
import { ModelRun } from '../../src/engine/run-model.ts'
import { single } from '../models.ts'
import { anyModel } from './any-model.ts'

/** By link, by their records: calls whose callers wait for them, but for those that wait to be tried again. */
function awaitedOf({ records, links }: Run): number[] {
  const awaited = links.map(() => 0)
  for (let record = 0; record < records.made; record += 1) {
    const isCall = records.stateOf(record) !== STATE.free && !records.has(record, FLAG.root)
    if (!isCall || !records.hadCaller(record) || records.linkOf(record) === NONE) continue
    const link = records.callLinkOf(record)
    awaited[link] = (awaited[link] ?? 0) + 1
  }
  return awaited
}

const awaitedIn = ({ run }: ModelRun) => run.links.map(({ awaited }) => awaited)

describe('the calls under way that a balancer compares', () => {
  it('[SIM-1101] are those whose callers wait for them, whatever becomes of them, and whatever is changed', () => {
    let most = 0
    fc.assert(
      fc.property(anyModel, anyModel, fc.nat(1000), (model, edited, seed) => {
        const run = new ModelRun(model, { seed, horizonMs: 20_000 })
        for (const untilMs of [100, 1_000, 5_000, 20_000]) {
          run.advance(untilMs, undefined, 20_000)
          const awaited = awaitedIn(run)
          expect(awaited).toEqual(awaitedOf(run.run))
          most = Math.max(most, ...awaited)
          if (untilMs === 1_000) run.apply(edited)
        }
      }),
      { numRuns: 400 },
    )
    expect(most).toBeGreaterThan(10)
  })

  it('[SIM-1101] are those of messages that are not acknowledged in time, too', () => {
    const run = new ModelRun(single(10, { link: { message: 'acknowledged', latencyMs: 30, timeoutMs: 40 } }), {
      seed: 1,
      horizonMs: 20_000,
    })
    let most = 0
    for (let untilMs = 500; untilMs <= 20_000; untilMs += 500) {
      run.advance(untilMs + 5)
      expect(awaitedIn(run)).toEqual(awaitedOf(run.run))
      most = Math.max(most, ...awaitedIn(run))
    }
    expect(most).toBeGreaterThan(0)
  })
})
