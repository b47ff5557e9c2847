import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PendingEvents } from '../../src/engine/pending-events.ts'

const ALL_ALIVE = { isDead: () => false }

/** Takes all events out up to `end`, by their records. */
function drain(queue: PendingEvents, end = Number.POSITIVE_INFINITY): { record: number; time: number }[] {
  const taken: { record: number; time: number }[] = []
  while (queue.next(end)) taken.push({ record: queue.record, time: queue.time })
  return taken
}

const byRecord = (one: Due, other: Due) => one.record - other.record || one.time - other.time
interface Due {
  readonly record: number
  readonly time: number
}

const delays = fc.array(fc.record({ delay: fc.nat(40), isFixed: fc.boolean() }), {
  minLength: 1,
  maxLength: 400,
  size: 'max',
})

describe('pending events', () => {
  it('[SIM-200] are taken by time, and in the order of their making where they are due together', () => {
    fc.assert(
      fc.property(delays, (events) => {
        const queue = new PendingEvents(ALL_ALIVE)
        for (const [record, { delay, isFixed }] of events.entries()) {
          if (isFixed) queue.after(queue.fifoOf(delay), 1, record, 0)
          else queue.at(delay, 1, record, 0)
        }
        const expected = events.map(({ delay }, record) => ({ record, time: delay })).sort((a, b) => a.time - b.time)
        expect(drain(queue)).toEqual(expected)
      }),
    )
  })

  it('[SIM-986] are found by their kind, wherever they are kept', () => {
    fc.assert(
      fc.property(delays, fc.integer({ min: 0, max: 200 }), (events, taken) => {
        const queue = new PendingEvents(ALL_ALIVE)
        for (const [index, { delay, isFixed }] of events.entries()) {
          const kind = index % 2
          if (isFixed) queue.after(queue.fifoOf(delay), kind, index >> 2, 0)
          else queue.at(delay, kind, index >> 2, 0)
        }
        for (let count = 0; count < taken; count += 1) queue.next(Number.POSITIVE_INFINITY)
        const found = [...queue.duesOf(1)].flatMap(([record, times]) => times.map((time) => ({ record, time })))
        const left: typeof found = []
        while (queue.next(Number.POSITIVE_INFINITY))
          if (queue.kind === 1) left.push({ record: queue.record, time: queue.time })
        expect(found.sort(byRecord)).toEqual(left.sort(byRecord))
      }),
    )
  })

  it('[SIM-200] stay in order while others come', () => {
    fc.assert(
      fc.property(delays, fc.integer({ min: 1, max: 200 }), (events, first) => {
        const queue = new PendingEvents(ALL_ALIVE)
        const made: number[] = []
        const add = (now: number) => {
          const event = events[made.length]
          if (!event) return
          made.push(now + event.delay)
          if (event.isFixed) queue.after(queue.fifoOf(event.delay), 1, made.length - 1, 0)
          else queue.at(now + event.delay, 1, made.length - 1, 0)
        }
        for (let count = 0; count < first; count += 1) add(0)
        const taken: { record: number; time: number }[] = []
        while (queue.next(Number.POSITIVE_INFINITY)) {
          taken.push({ record: queue.record, time: queue.time })
          add(queue.time)
        }
        expect(taken.map(({ record }) => made[record])).toEqual(taken.map(({ time }) => time))
        expect(taken).toEqual(taken.toSorted((a, b) => a.time - b.time))
        expect(taken).toHaveLength(made.length)
      }),
    )
  })

  it('[SIM-200] stay in order when they become many, far apart or together, and few again', () => {
    const anyDelay = fc.oneof(fc.double({ min: 0, max: 50, noNaN: true }), fc.nat(3), fc.constant(5000))
    fc.assert(
      fc.property(
        fc.array(anyDelay, { minLength: 20, maxLength: 60 }),
        fc.integer({ min: 2, max: 40 }),
        (delays, most) => {
          const queue = new PendingEvents(ALL_ALIVE)
          const dues: number[] = []
          const add = (now: number) => {
            const delay = delays[dues.length % delays.length] ?? 0
            queue.at(now + delay, 1, dues.length, 0)
            dues.push(now + delay)
          }
          for (let count = 0; count < 100; count += 1) add(0)
          const taken: number[] = []
          while (queue.next(Number.POSITIVE_INFINITY)) {
            taken.push(queue.record)
            for (let count = 0; count < 2 && dues.length < most * 100; count += 1) add(queue.time)
          }
          const inOrder = [...dues.keys()].toSorted((a, b) => (dues[a] ?? 0) - (dues[b] ?? 0) || a - b)
          expect(taken).toEqual(inOrder)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('[SIM-200] wait when they are due after the end', () => {
    const queue = new PendingEvents(ALL_ALIVE)
    queue.at(5, 1, 0, 0)
    queue.at(6, 1, 1, 0)
    expect(drain(queue, 5)).toEqual([{ record: 0, time: 5 }])
    expect(drain(queue, 6)).toEqual([{ record: 1, time: 6 }])
  })

  it('[SIM-878] take no more room than twice what still matters', () => {
    const living = new Set([3, 99_999])
    const queue = new PendingEvents({ isDead: (record) => !living.has(record) })
    const fifo = queue.fifoOf(1000)
    for (let record = 0; record < 100_000; record += 1) queue.after(fifo, 1, record, 0)
    expect(queue.bytes).toBeLessThan(20_000)
    expect(drain(queue).filter(({ record }) => living.has(record))).toHaveLength(2)
  })
})
