import { describe, expect, it } from 'vitest'
import { type EdgeFigures, findBottlenecks, inUseText, type NodeFigures, PLACES, takenText } from '../src/index.ts'

const node = (taken: number, most: number, working: number, places: (typeof PLACES)[number] = 'slots') =>
  ({
    taken: Float32Array.of(taken),
    takenOf: Float32Array.of(most),
    takenWorking: Float32Array.of(working),
    takenPlaces: Uint8Array.of(PLACES.indexOf(places)),
  }) as unknown as NodeFigures

const edge = (poolInUse: number, poolSize: number, transferring: number, utilization = transferring) => ({
  edgeUtilization: Float32Array.of(utilization),
  edgeFigures: {
    poolInUse: Float32Array.of(poolInUse),
    poolSize: Float32Array.of(poolSize),
    transferring: Float32Array.of(transferring),
  } as unknown as EdgeFigures,
})

describe('what is taken, in words,', () => {
  it('[RUN-753] is said of a component where not all of it works, or it is a part of the slots', () => {
    expect(takenText(node(24, 24, 0.47), 0)).toBe('24 of 24 slots taken, 47 % at work')
    expect(takenText(node(23.43, 24, 0.47), 0)).toBe('23.4 of 24 slots taken, 47 % at work')
    expect(takenText(node(40, 40, 1, 'slots for writes'), 0)).toBe('40 of 40 slots for writes taken')
    expect(takenText(node(1, 1, 1, 'slots for writes'), 0)).toBe('1 of 1 slot for writes taken')
    expect(takenText(node(12, 40, 0.1, 'slots for reads'), 0)).toBe('12 of 40 slots for reads taken, 10 % at work')
    expect(takenText(node(10, 10, 0.04, 'requests'), 0)).toBe('10 of 10 requests admitted, 4 % of the slots at work')
    expect(takenText(node(90, 100, Number.NaN, 'requests'), 0)).toBe('90 of 100 requests admitted')
  })

  it('[RUN-753] is not said where the percentage says it, or nothing is known', () => {
    expect(takenText(node(12, 24, 0.5), 0)).toBeNull()
    expect(takenText(node(26, 24, 1), 0)).toBeNull()
    expect(takenText(node(Number.NaN, Number.NaN, Number.NaN), 0)).toBeNull()
    expect(takenText(null, 0)).toBeNull()
  })

  it('[RUN-756] is said of the pool of a connection where it is fuller than the line', () => {
    expect(inUseText(edge(96, 100, 0.9), 0)).toBe('96 of 100 connections in use')
    expect(inUseText(edge(1, 1, 0.9), 0)).toBe('1 of 1 connection in use')
    expect(inUseText(edge(80, Number.POSITIVE_INFINITY, 0.1), 0)).toBeNull()
    expect(inUseText({ edgeFigures: null, edgeUtilization: Float32Array.of(0.9) }, 0)).toBeNull()
  })

  it('[UI-1222] is said of the bandwidth of a connection where the line is busier than the pool, and for more than half of the time', () => {
    expect(inUseText(edge(80, 100, 0.9), 0)).toBe('bandwidth in use 90 % of the time')
    expect(inUseText(edge(Number.NaN, Number.POSITIVE_INFINITY, 0.627), 0)).toBe('bandwidth in use 63 % of the time')
    expect(inUseText(edge(Number.NaN, Number.POSITIVE_INFINITY, 0.5), 0)).toBeNull()
  })

  it('[UI-1223] is said of the messages of a connection where its consumer holds more than half of those that it may', () => {
    expect(inUseText(edge(15.96, Number.POSITIVE_INFINITY, 0.1, 0.9975), 0)).toBe('16 messages held by its consumer')
    expect(inUseText(edge(1, Number.POSITIVE_INFINITY, 0, 1), 0)).toBe('1 message held by its consumer')
    expect(inUseText(edge(6, Number.POSITIVE_INFINITY, 0.1, 0.4), 0)).toBeNull()
  })
})

it('[RUN-755] of bottlenecks of the same whole percentage the one that works more comes first', () => {
  const part = (id: string, utilization: number, working: number) => ({ id, utilization, working })
  const found = findBottlenecks({
    nodes: [part('waits', 1, 0.1), part('less', 0.97, 0.97), part('works', 0.998, 0.998), part('more', 1, 0.5)],
    edges: [part('pool', 1, 0.2)],
  })
  expect(found.map(({ id }) => id)).toEqual(['works', 'more', 'pool', 'waits', 'less'])
})
