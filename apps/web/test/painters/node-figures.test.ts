import type { NodeFigures } from '@plimsoll/simulation'
import { describe, expect, it } from 'vitest'
import { lineOf } from '../../src/features/editor/painters/nodes/node-figures.ts'

const figures = (changes: Partial<NodeFigures>): NodeFigures => ({
  atWork: Float32Array.of(2),
  slots: Float32Array.of(4),
  waiting: Float32Array.of(0),
  arrivalRate: Float32Array.of(640.4),
  p95: Float32Array.of(47.6),
  instances: Float32Array.of(1),
  state: Uint8Array.of(0),
  ...changes,
})

describe('the figures of a node', () => {
  it('[RUN-376] are the rate, what waits and the 95th percentile of a visit', () => {
    expect(lineOf({ nodeFigures: figures({}) }, 0)).toEqual({ text: '640 rps · p95 48 ms', waiting: 0 })
    expect(lineOf({ nodeFigures: figures({ waiting: Float32Array.of(1234) }) }, 0)).toEqual({
      text: '640 rps · 1,234 waiting · p95 48 ms',
      waiting: 1234,
    })
  })

  it('[RUN-376] are left out where nothing arrives, and where the engine does not tell', () => {
    expect(lineOf({ nodeFigures: figures({ arrivalRate: Float32Array.of(0) }) }, 0)).toBeNull()
    expect(lineOf({ nodeFigures: null }, 0)).toBeNull()
    expect(lineOf({ nodeFigures: figures({ p95: Float32Array.of(Number.NaN) }) }, 0)?.text).toBe('640 rps')
  })
})
