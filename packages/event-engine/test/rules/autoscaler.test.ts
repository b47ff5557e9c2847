import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Scaling } from '../../src/model.ts'
import { Autoscaler, desiredInstances, msToMost } from '../../src/rules/autoscaler.ts'

const CPU: Scaling = {
  metric: 'slots',
  target: 0.7,
  min: 1,
  max: 20,
  syncMs: 15_000,
  readyMs: 30_000,
  tolerance: 0.1,
  stabilisationMs: 300_000,
}

/** A loop against a load that would keep so many instances busy: what it wants at each look. */
function follow(load: (nowMs: number) => number, untilMs: number, first = 2, config = CPU): number[] {
  const scaler = new Autoscaler(config)
  let ready = first
  let starting: number[] = []
  return Array.from({ length: untilMs / config.syncMs }, (_, index) => {
    const nowMs = (index + 1) * config.syncMs
    ready += starting.filter((at) => at <= nowMs).length
    starting = starting.filter((at) => at > nowMs)
    const total = ready + starting.length
    const wanted = scaler.decide({ nowMs, ready, total, use: Math.min(1, load(nowMs) / ready) })
    for (let more = total; more < wanted; more += 1) starting.push(nowMs + config.readyMs)
    if (wanted < total) ready = wanted
    return wanted
  })
}

describe('the autoscaler', () => {
  it.each([
    // kubernetes.io, Horizontal Pod Autoscaling; and the 1.33 post on its tolerance.
    [50, 90, 75, 60],
    [1, 200, 100, 2],
    [2, 50, 100, 1],
    // On the edge of the tolerance, and beyond it.
    [10, 77, 70, 10],
    [10, 63, 70, 10],
    [10, 62, 70, 9],
    [10, 78, 70, 12],
    [7, 140, 70, 14],
  ])(
    '[SIM-297] [SIM-594] wants n·metric/target, rounded up: %i at %i of %i gives %i',
    (current, metric, target, desired) => {
      expect(desiredInstances({ current, metric, target })).toBe(desired)
    },
  )

  it('[SIM-596] at full use it grows by 1/target at a look and waits for what it started', () => {
    const wanted = follow(() => 100, 300_000)
    expect(wanted.filter((many, index) => many !== wanted[index - 1])).toEqual([3, 5, 8, 12, 18, 20])
    expect(wanted.slice(0, 3)).toEqual([3, 3, 5])
  })

  it('[SIM-298] [SIM-598] at most doubles or adds four at a look, and stays within its bounds', () => {
    const decide = (total: number, use: number) =>
      new Autoscaler({ ...CPU, max: 1000 }).decide({ nowMs: 0, ready: total, total, use })
    expect([decide(1, 100), decide(2, 100), decide(10, 100), decide(10, 1)]).toEqual([5, 6, 20, 15])
    expect(new Autoscaler({ ...CPU, max: 3 }).decide({ nowMs: 0, ready: 2, total: 2, use: 100 })).toBe(3)
    expect(new Autoscaler({ ...CPU, min: 4 }).decide({ nowMs: 0, ready: 2, total: 2, use: 0.7 })).toBe(4)
  })

  it('[SIM-597] shrinks to the highest recommendation of the window', () => {
    const wanted = follow((nowMs) => (nowMs < 60_000 ? 7 : 1.4), 600_000, 10)
    const changes = wanted.flatMap((many, index) => (many === (wanted[index - 1] ?? 10) ? [] : [[index + 1, many]]))
    // The last look at the old load is at 45 s; its recommendation leaves the window after 345 s, the 23rd look.
    expect(changes).toEqual([[24, 2]])
  })

  it('[SIM-298] stays where it is with nothing to look at', () => {
    expect(new Autoscaler(CPU).decide({ nowMs: 0, ready: 0, total: 3, use: Number.NaN })).toBe(3)
  })

  it('[SIM-594] settles under any steady load that its bounds can carry, at a number that the tolerance allows', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 13, noNaN: true }), fc.integer({ min: 1, max: 20 }), (load, first) => {
        const wanted = follow(() => load, 1_800_000, first)
        const settled = wanted.at(-1) ?? 0
        expect(new Set(wanted.slice(-60))).toEqual(new Set([settled]))
        expect(load / settled).toBeLessThanOrEqual(0.77 + 1e-9)
      }),
    )
  })
})

it('[SIM-1158] takes no longer than this to add all instances where all are full', () => {
  fc.assert(
    fc.property(
      fc.record({ target: fc.double({ min: 0.05, max: 1, noNaN: true }), max: fc.integer({ min: 1, max: 60 }) }),
      fc.integer({ min: 1, max: 5 }),
      (own, first) => {
        // Within the tolerance of its target it stays, however full it is.
        const config = { ...CPU, ...own, target: Math.min(own.target, 0.9) }
        const withinMs = msToMost(config, first)
        const wanted = follow(() => Number.POSITIVE_INFINITY, withinMs, first, config)
        if (first < config.max) expect(wanted.at(-1)).toBe(config.max)
        else expect(withinMs).toBe(0)
      },
    ),
  )
  expect(msToMost({ ...CPU, max: 30 }, 1)).toBe(8 * 45_000)
})
