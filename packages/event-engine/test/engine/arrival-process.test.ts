import { describe, expect, it } from 'vitest'
import { changedBy, steady } from '../../src/compile/rates.ts'
import { ArrivalProcess } from '../../src/engine/arrival-process.ts'
import { Streams } from '../../src/engine/streams.ts'
import type { Rate } from '../../src/model.ts'

const END = 1e9

function even(rate: Rate): ArrivalProcess {
  const streams = new Streams(1)
  const model = { arrivals: 'even', interarrival: { kind: 'deterministic' }, rate } as const
  return new ArrivalProcess(model, { streams, stream: streams.begin('arrivals'), bursts: null })
}

describe('arrivals of a rate that is changed', () => {
  it('[SIM-414] come as much sooner or later as is left of their interval', () => {
    const arrivals = even(steady(1))
    arrivals.next(0, END)
    expect(arrivals.dueAt).toBe(1000)
    arrivals.setRate(steady(10), 500, END)
    expect(arrivals.dueAt).toBe(550)
    arrivals.setRate(steady(0), 525, END)
    expect(arrivals.dueAt).toBe(Number.POSITIVE_INFINITY)
    arrivals.setRate(steady(1), 2000, END)
    expect(arrivals.dueAt).toBe(2250)
  })

  it('[SIM-414] come at once where they are due when the rate changes', () => {
    const arrivals = even(steady(1))
    arrivals.next(0, END)
    arrivals.setRate(steady(5), 1000, END)
    expect(arrivals.dueAt).toBe(1000)
  })

  it('[SIM-412] [SIM-414] follow what the new rate does later', () => {
    const arrivals = even(steady(1))
    arrivals.next(0, END)
    arrivals.setRate(
      changedBy(
        steady(0),
        [
          { atS: 3, forS: 0.25, rps: 2 },
          { atS: 7, forS: 9, rps: 5 },
        ],
        1,
      ),
      500,
      END,
    )
    // Half of a request is expected from 3 to 3.25 s; none is left from 7 s on.
    expect(arrivals.dueAt).toBe(3250)
    arrivals.setRate(
      changedBy(
        steady(0),
        [
          { atS: 3, forS: 0.125, rps: 2 },
          { atS: 7, forS: 9, rps: 5 },
        ],
        1,
      ),
      600,
      END,
    )
    expect(arrivals.dueAt).toBeCloseTo(7050, 9)
  })
})
