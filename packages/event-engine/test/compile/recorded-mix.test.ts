import { describe, expect, it } from 'vitest'
import { recordedMix } from '../../src/compile/recorded.ts'
import type { ByClass } from '../../src/model.ts'
import { compiled, edge, node, settings } from './rigs.ts'

const MIX: ByClass<number> = [0.5, 0.5, 0, 0]
const mixOf = (simulation: Readonly<Record<string, unknown>>) =>
  recordedMix(settings({ durationS: 100, ...simulation }), MIX)

describe('the types of recorded requests', () => {
  it.each([
    [
      'rates',
      {
        recorded: [
          { atS: 0, rps: 3, type: 'Write' },
          { atS: 0, rps: 1, type: 'Read' },
        ],
      },
      [0.25, 0.75, 0, 0],
    ],
    ['times', { recorded: [{ atS: 1, type: 'Compute' }, { atS: 2, type: 'Read' }, 3, 4] }, [0.5, 0.25, 0.25, 0]],
    ['none', { recorded: [{ atS: 0, rps: 3 }] }, MIX],
    ['no requests', { recorded: [{ atS: 0, rps: 0, type: 'Read' }] }, MIX],
    [
      'what comes after the run',
      {
        recorded: [
          { atS: 1, type: 'Write' },
          { atS: 101, type: 'Read' },
        ],
      },
      [0, 1, 0, 0],
    ],
    [
      'rates that last',
      {
        recorded: [
          { atS: 20, rps: 1, type: 'Write' },
          { atS: 40, rps: 1, type: 'Read' },
        ],
      },
      [0.75, 0.25, 0, 0],
    ],
    [
      'changes of the load, which are of any type before the first',
      {
        recorded: [
          { atS: 20, rps: 1, type: 'Transaction' },
          { atS: 60, rps: 1, type: 'Compute' },
        ],
        load: [{ atS: 0, forS: 30, rps: 3 }],
      },
      [0.5 * (60 / 160), 0.5 * (60 / 160), 40 / 160, 60 / 160],
    ],
  ])('[SIM-1090] are those of %s', (_, simulation, expected) => {
    expect(mixOf(simulation)).toEqual(expected.map((share) => expect.closeTo(share, 12)))
  })

  it('[SIM-1090] decide what is kept, in place of the mix', () => {
    const flow = {
      nodes: [node('Client', 'c', { concurrentUsers: 10 }), node('Server', 's', {}), node('Server', 't', {})],
      edges: [edge('c', 's', {}), edge('s', 't', { cacheEnabled: true, cacheTTLSeconds: 60 }, 'http')],
    }
    const recorded = [{ atS: 0, rps: 10, type: 'Read' }]
    const keptWith = (requestMix: unknown) => compiled(flow, { recorded, requestMix }).model.links[1]?.hitRate[0]
    expect(keptWith({ Read: 1, Write: 9 })).toBe(keptWith({ Read: 1 }))
    expect(keptWith({ Read: 1 })).toBeGreaterThan(0.5)
  })
})
