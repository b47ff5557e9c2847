import { createEdge, createNode, type Flow } from '@plimsoll/flow'
import { ENGINES, type NodeFigures } from '@plimsoll/simulation'
import { describe, expect, it } from 'vitest'
import { lineOf } from '../../src/features/editor/painters/nodes/node-figures.ts'
import { openSimulation } from '../../src/features/editor/run/worker/open-simulation.ts'

const figures = (changes: Partial<NodeFigures>): NodeFigures => ({
  slots: Float32Array.of(4),
  waiting: Float32Array.of(0),
  offered: Float32Array.of(640.4),
  served: Float32Array.of(640),
  rejected: Float32Array.of(0),
  failed: Float32Array.of(0),
  p95: Float32Array.of(47.6),
  instances: Float32Array.of(1),
  state: Uint8Array.of(0),
  present: Float32Array.of(4),
  working: Float32Array.of(0.5),
  taken: Float32Array.of(4),
  takenOf: Float32Array.of(4),
  takenWorking: Float32Array.of(0.5),
  takenPlaces: Uint8Array.of(0),
  ...changes,
})

const at = (utilization: number, changes: Partial<NodeFigures> = {}) => ({
  nodeUtilization: Float32Array.of(utilization),
  nodeFigures: figures(changes),
})

/** As it reads, wherever its lines may break. */
const read = (...of: Parameters<typeof lineOf>) => {
  const line = lineOf(...of)
  return line && { ...line, text: line.text.replaceAll('\u00a0', ' ') }
}

const NONE = Float32Array.of(Number.NaN)

describe('the figures of a node', () => {
  it('[RUN-376] are the rate, what waits and the 95th percentile of a visit', () => {
    expect(read(at(0), 0)).toEqual({ text: '640 rps · p95 48 ms', waiting: 0 })
    expect(read(at(0, { waiting: Float32Array.of(1234) }), 0)).toEqual({
      text: '640 rps · p95 48 ms · 1,234 waiting',
      waiting: 1234,
    })
  })

  it('[RUN-754] are above 50 % what is taken first, where not all of it works', () => {
    const first = (utilization: number, changes: Partial<NodeFigures> = {}) =>
      read(at(utilization, changes), 0)?.text.split(' · ')[0]
    expect(first(1)).toBe('4/4 slots, 50 % at work')
    expect(first(0.5)).toBe('640 rps')
    expect(first(1, { takenWorking: Float32Array.of(1) })).toBe('640 rps')
    expect(first(1, { takenWorking: Float32Array.of(1), takenPlaces: Uint8Array.of(2) })).toBe('4/4 slots for writes')
    expect(first(1, { takenPlaces: Uint8Array.of(3) })).toBe('4/4 requests, 50 % of slots at work')
  })

  it('[RUN-765] [RUN-784] break at no figure, and before a dot', () => {
    const waits = { waiting: Float32Array.of(12) }
    expect(
      lineOf(at(1, waits), 0)
        ?.text.split(' ')
        .map((part) => part.replaceAll('\u00a0', ' ')),
    ).toEqual([...['4/4', 'slots,', '50 %', 'at', 'work', '· 640 rps', '· p95 48 ms', '· 12 waiting']])
  })

  it('[RUN-481] of a client are its rate, in either engine', () => {
    const position = { x: 0, y: 0 }
    const settings = { concurrentUsers: 100, thinkTimeBetweenRequests: 1000 }
    const flow: Flow = {
      nodes: [
        createNode('Client', { id: 'client', position, settings }),
        createNode('Server', { id: 'server', position }),
      ],
      edges: [createEdge('http', { id: 'edge', ends: { source: 'client', target: 'server' } })],
    }
    for (const engine of ENGINES) {
      const run = openSimulation({ flow: { ...flow, simulation: { engine } }, seed: 1 })
      run.advance(12_300, { events: Number.POSITIVE_INFINITY })
      const { text = '' } = lineOf(run.snapshot(), 0) ?? {}
      expect(text, engine).toMatch(/^\d+\srps$/)
      expect(Math.abs(Number.parseInt(text, 10) - 100), engine).toBeLessThan(10)
    }
  })

  it('[RUN-376] are left out where nothing arrives, and where the engine does not tell', () => {
    expect(lineOf(at(0, { offered: Float32Array.of(0) }), 0)).toBeNull()
    expect(lineOf(at(0, { offered: NONE, waiting: NONE }), 0)).toBeNull()
    expect(lineOf({ ...at(0), nodeFigures: null }, 0)).toBeNull()
    expect(read(at(0, { p95: Float32Array.of(Number.NaN) }), 0)?.text).toBe('640 rps')
  })
})
