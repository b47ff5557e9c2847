import { EventEmitter } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { createBodyProcesses } from '../src/bodies/body-processes.ts'
import { createByteBudget } from '../src/byte-budget.ts'
import { createTraffic, TRAFFIC } from '../src/create-traffic.ts'

describe('bytes under way', () => {
  it('[API-775] are bounded for each and for all, until they are released', () => {
    const budget = createByteBudget({ all: 10, each: 6 })
    const first = budget.reserve('one', 5)
    expect(() => budget.reserve('one', 2)).toThrow('busy')
    expect(() => first.grow(2)).toThrow('busy')
    first.grow(1)
    const second = budget.reserve('two', 4)
    expect(() => budget.reserve('three', 1)).toThrow('busy')
    first.release()
    first.release()
    const third = budget.reserve('three', 6)
    expect(() => budget.reserve('four', 1)).toThrow('busy')
    second.release()
    third.release()
    budget.reserve('four', 6)
    budget.reserve('one', 4)
  })

  it('[API-778] an answer that is under way for ten minutes is ended, and its bytes are free', () => {
    vi.useFakeTimers()
    const traffic = createTraffic(createBodyProcesses())
    const outgoing = Object.assign(new EventEmitter(), { destroyed: false, destroy: () => outgoing.emit('close') })
    const { each } = TRAFFIC.answers
    traffic.holdAnswer('one', each, outgoing)
    vi.advanceTimersByTime(TRAFFIC.answerMs - 1)
    expect(() => traffic.holdAnswer('one', 1, outgoing)).toThrow('busy')
    vi.advanceTimersByTime(1)
    traffic.holdAnswer('one', each, outgoing)
    expect(() => traffic.holdAnswer('one', 1, outgoing)).toThrow('busy')
    vi.useRealTimers()
  })
})
