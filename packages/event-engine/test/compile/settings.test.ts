import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS, readSettings } from '../../src/settings.ts'
import { settings } from './rigs.ts'

const faults = (value: unknown) => {
  const read = readSettings(value)
  return read.ok ? [] : read.faults
}

describe('settings', () => {
  it('[SIM-928] what is not named is at its default', () => {
    expect(settings(undefined)).toEqual(DEFAULT_SETTINGS)
    expect(settings({})).toEqual(DEFAULT_SETTINGS)
    expect(settings({ seed: 3, replications: 20, engine: 'events' })).toEqual(DEFAULT_SETTINGS)
    expect(settings({ precisionPercent: 5, eventsM: 10, stopAfterS: 60 })).toEqual(DEFAULT_SETTINGS)
    expect(settings({ durationS: 60 })).toMatchObject({ durationMs: 60_000, warmUpMs: 6000 })
    expect(settings({ durationS: 60, warmUpS: 0 }).warmUpMs).toBe(0)
  })

  it('[SIM-285] requests are mixed in parts', () => {
    expect(settings({ requestMix: { Read: 3, Write: 1 } }).requestMix).toEqual([0.75, 0.25, 0, 0])
    expect(settings({ requestMix: 'byDatabase' }).requestMix).toBeNull()
  })

  it.each([
    ['exp', { kind: 'exponential' }],
    ['exponential', { kind: 'exponential' }],
    ['h2:1', { kind: 'exponential' }],
    ['hyperexponential:4', { kind: 'hyperexponential', scv: 4 }],
    ['lognormal:0.25', { kind: 'lognormal', scv: 0.25 }],
    ['lognormal:scv=0', { kind: 'deterministic' }],
    ['erlang:3', { kind: 'erlang', phases: 3 }],
    ['det', { kind: 'deterministic' }],
    ['lognormal', { kind: 'lognormal', scv: 1 }],
    ['lognormal:scv=3', { kind: 'lognormal', scv: 3 }],
    ['h2:scv=4', { kind: 'hyperexponential', scv: 4 }],
    ['h2:scv=4,balanced-means', { kind: 'hyperexponential', scv: 4 }],
    ['erlang2', { kind: 'erlang', phases: 2 }],
    ['erlang:phases=5', { kind: 'erlang', phases: 5 }],
    ['two-point:share=0.02,factor=50', { kind: 'two-point', share: 0.02, factor: 50 }],
    ['zero', 'zero'],
  ])('[SIM-286] [SIM-929] %s', (text, shape) => {
    expect(settings({ service: text }).service).toEqual(shape)
  })

  it.each([
    '',
    'exponentially',
    'exp:3',
    'h2:scv=0.5',
    'lognormal:scv=x',
    'lognormal:scv=-1',
    'erlang0',
    'toString',
    3,
    null,
  ])('[SIM-286] refuses %j', (text) => {
    expect(faults({ service: text })).toMatchObject([{ path: 'simulation.service' }])
  })

  it.each(['erlang:phases=501', 'erlang:phases=1e9', 'erlang501'])('[SIM-1161] refuses %j', (text) => {
    expect(faults({ service: text })).toMatchObject([{ message: expect.stringContaining('phases=2 (1 to 500)') }])
    expect(settings({ service: 'erlang:phases=500' }).service).toEqual({ kind: 'erlang', phases: 500 })
  })

  it.each(['two-point:share=0', 'two-point:factor=0'])('[SIM-1162] refuses %j', (text) => {
    expect(faults({ service: text })).toMatchObject([{ path: 'simulation.service' }])
  })

  it('[SIM-1163] refuses a fault that loses nothing', () => {
    expect(faults({ faults: { edge: 'e', kind: 'lose', share: 0 } })).toEqual([
      { path: 'simulation.faults.share', message: 'must be above 0' },
    ])
  })

  it('[SIM-286] by component', () => {
    const read = settings({ service: { p: 'zero', s: 'det', default: 'exp' }, arrivals: 'open:h2:scv=3' })
    expect(read).toMatchObject({
      service: { kind: 'exponential' },
      serviceOf: { p: 'zero', s: { kind: 'deterministic' } },
      arrivals: 'open',
      interarrival: { kind: 'hyperexponential', scv: 3 },
    })
  })

  it('[SIM-902] [SIM-903] reads bursts by a factor or by two rates', () => {
    expect(settings({ arrivals: 'mmpp:factor=8,burstS=2,calmS=6' })).toMatchObject({
      arrivals: 'open',
      bursts: { factor: 8, burstS: 2, calmS: 6, rps: null },
    })
    expect(settings({ arrivals: 'mmpp' }).bursts).toEqual({ factor: 10, burstS: 1, calmS: 9, rps: null })
    expect(settings({ arrivals: 'mmpp:burstRps=40,calmRps=0,burstS=1,calmS=3' }).bursts).toEqual({
      factor: Number.POSITIVE_INFINITY,
      burstS: 1,
      calmS: 3,
      rps: 10,
    })
  })

  it.each([
    'mmpp:burst=2',
    'mmpp:factor=0',
    'mmpp:factor=-1',
    'mmpp:burstS=2e12',
    'mmpp:calmS=0',
    'mmpp:burstRps=5',
    'mmpp:factor=2,burstRps=5,calmRps=1',
    'open:often',
  ])('[SIM-285] refuses %s', (arrivals) => {
    expect(faults({ arrivals }).map(({ path }) => path)).toEqual(['simulation.arrivals'])
  })

  it('[SIM-415] [SIM-416] [SIM-417] reads what was recorded, in the order of time', () => {
    const none = { rps: null, type: null, sizeKB: null }
    expect(settings({ recorded: [2, { atS: 1, type: 'Write', sizeKB: 4 }] }).recorded).toEqual([
      { ...none, atS: 1, type: 1, sizeKB: 4 },
      { ...none, atS: 2 },
    ])
    expect(settings({ recorded: [{ atS: 1, rps: 5 }] }).recorded).toEqual([{ ...none, atS: 1, rps: 5 }])
  })

  it('[SIM-287] reads changes of the load in any of their forms', () => {
    const end = Number.POSITIVE_INFINITY
    expect(settings({ step: { atS: 60, rps: 500 } }).load).toEqual([{ atS: 60, forS: end, rps: 500 }])
    expect(settings({ spike: { rps: 200, fromS: 60, toS: 90 }, after: { rps: 40, fromS: 90 } }).load).toEqual([
      { atS: 60, forS: 30, rps: 200 },
      { atS: 90, forS: end, rps: 40 },
    ])
    expect(
      settings({
        load: [
          { atS: 5, rps: 2 },
          { atS: 1, forS: null, rps: 1 },
        ],
      }).load.map(({ atS }) => atS),
    ).toEqual([1, 5])
  })

  it('[SIM-287] reads faults in any of their forms', () => {
    expect(
      settings({ faults: { node: 's', upS: 'Exp(60)', downS: 'Exp(6)', inFlight: 'resume' } }).faults,
    ).toMatchObject([{ of: 's', kind: 'breakdowns', upS: 60, downS: 6, inFlight: 'resume' }])
    expect(
      settings({
        faults: [
          { node: 's', atS: 120, forS: 300 },
          { edge: 'e', atS: 1 },
          { node: 'k', kind: 'slow', factor: 3, fromS: 10, toS: 25 },
        ],
      }).faults,
    ).toMatchObject([
      { of: 's', kind: 'outage', fromS: 120, forS: 300, inFlight: 'fail' },
      { of: 'e', kind: 'cut', fromS: 1, forS: Number.POSITIVE_INFINITY },
      { of: 'k', kind: 'slow', factor: 3, fromS: 10, forS: 15 },
    ])
  })

  it('[SIM-372] [SIM-373] [SIM-374] [SIM-375] reads what a fault is of and how it shows', () => {
    expect(
      settings({
        faults: [
          { node: 's', fromS: 1, instance: 2, mode: 'hang' },
          { edge: 'e', kind: 'lose', share: 0.1, fromS: 1 },
          { zone: 'g', fromS: 1 },
        ],
      }).faults,
    ).toMatchObject([
      { of: 's', by: 'node', kind: 'outage', instance: 2, mode: 'hang' },
      { of: 'e', by: 'edge', kind: 'lose', share: 0.1, mode: 'refuse' },
      { of: 'g', by: 'zone', kind: 'outage', instance: null },
    ])
  })

  it.each<[unknown, string]>([
    [7, 'simulation'],
    [[], 'simulation'],
    [{ duration: 3 }, 'simulation.duration'],
    [{ durationS: 0 }, 'simulation.durationS'],
    [{ durationS: 10, warmUpS: 11 }, 'simulation.warmUpS'],
    [{ callStyle: 'async' }, 'simulation.callStyle'],
    [{ requestMix: { Reed: 1, Read: 1 } }, 'simulation.requestMix.Reed'],
    [{ requestMix: { Read: 0 } }, 'simulation.requestMix'],
    [{ requestMix: 5 }, 'simulation.requestMix'],
    [{ retryBudget: -1 }, 'simulation.retryBudget'],
    [{ service: { s: 'often' } }, 'simulation.service.s'],
    [{ catalogue: { items: 0 } }, 'simulation.catalogue.items'],
    [{ catalogue: 3 }, 'simulation.catalogue'],
    [{ faults: [{ node: 's' }, { atS: 1 }] }, 'simulation.faults.1.node'],
    [{ faults: [{ node: 's', kind: 'cut' }] }, 'simulation.faults.0.kind'],
    [{ faults: [{ edge: 's', kind: 'slow' }] }, 'simulation.faults.0.kind'],
    [{ faults: { node: 's', upS: 3 } }, 'simulation.faults.downS'],
    [{ faults: [5] }, 'simulation.faults.0'],
    [{ load: [{ atS: 3 }] }, 'simulation.load.0.rps'],
    [{ load: 'more' }, 'simulation.load'],
    [{ linkQueue: false }, 'simulation.linkQueue'],
    [{ lb: 'random' }, 'simulation.lb'],
    [{ jitter: 'much' }, 'simulation.jitter'],
    [{ faults: { node: 's', kind: 'slow', factor: 0 } }, 'simulation.faults.factor'],
    [{ faults: { node: 's', instance: 1.5 } }, 'simulation.faults.instance'],
    [{ faults: { node: 's', kind: 'slow', mode: 'hang' } }, 'simulation.faults.mode'],
    [{ faults: { edge: 'e', kind: 'lose' } }, 'simulation.faults.share'],
    [{ deriveHitRate: 'yes' }, 'simulation.deriveHitRate'],
    [{ recorded: 3 }, 'simulation.recorded'],
    [{ recorded: [1, -1] }, 'simulation.recorded.1'],
    [{ recorded: [{ sizeKB: 3 }] }, 'simulation.recorded.0.atS'],
    [{ recorded: [{ atS: 3, type: 'Reed' }] }, 'simulation.recorded.0.type'],
    [{ recorded: [{ atS: 3, rps: 2 }, 4] }, 'simulation.recorded'],
    [{ recorded: [3], arrivals: 'closed' }, 'simulation.arrivals'],
  ])('[SIM-285] [SIM-287] %j', (value, path) => {
    expect(faults(value).map((fault) => fault.path)).toEqual([path])
  })
})
