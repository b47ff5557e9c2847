import { readSettings } from '@plimsoll/event-engine'
import { applyChange, type Flow } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import {
  drawnTimes,
  EVENT_KIND_NAMES,
  eventFault,
  gripsOf,
  markRows,
  moveEvent,
  newEvent,
  PRESETS,
  pageOfReport,
  planOf,
  readTimeline,
  savedTimeline,
  type TimelineEvent,
  timelineChange,
  timelineView,
} from '../src/index.ts'
import { describeSpan } from '../src/words/marks.ts'
import { flowOf, simulated } from './simulated.ts'

const GROUP = { id: 'z', label: 'Zone 1', position: { x: -10, y: -10 }, width: 500, height: 500 }

const shop = (simulation = {}): Flow => ({
  ...flowOf(
    {
      users: ['Client', { concurrentUsers: 50, thinkTimeBetweenRequests: 500 }],
      api: ['Server', { instances: 3 }],
      cache: ['Cache'],
      db: ['Database'],
    },
    [
      ['users', 'api'],
      ['api', 'cache'],
      ['api', 'db', 'database'],
    ],
    { durationS: 120, ...simulation },
  ),
  groups: [GROUP],
})

const NOTHING_SELECTED = { nodes: [], edges: [], groups: [] }
const keeping = (flow: Flow, events: readonly TimelineEvent[]): Flow =>
  applyChange(flow, timelineChange({ events, unread: [] }))

describe('a timeline', () => {
  it('[EXP-60] writes each kind of event as the engine reads it, and reads it back', () => {
    const flow = shop()
    const events = EVENT_KIND_NAMES.map((kind) => newEvent(kind, flow) as TimelineEvent)
    expect(events.filter((event) => typeof event === 'string')).toEqual([])
    const kept = keeping(flow, events)
    expect(planOf(kept).faults).toEqual([])
    expect(readTimeline(kept.simulation)).toEqual({ events, unread: [] })
    expect(events.map((event) => eventFault(event, flow))).toEqual(events.map(() => null))
  })

  it('[EXP-60] keeps what the engine reads of settings that were written by hand', () => {
    const simulation = {
      faults: [
        { edge: 'users-api' },
        { kind: 'outage', node: 'api', instance: 2, atS: 10, forS: 5, mode: 'hang', inFlight: 'resume' },
        { node: 'db', upS: 'Exp(30)', downS: 2 },
        { kind: 'lose', edge: 'api-db', share: 0.25, fromS: 5 },
        { kind: 'slow', zone: 'z', fromS: 1, toS: null, factor: 3 },
      ],
      load: [
        { atS: 10, forS: 20, rps: 30 },
        { fromS: 50, rps: 70 },
      ],
      spike: { fromS: 20, toS: 25, rps: 90 },
    }
    const written = savedTimeline(readTimeline(simulation))
    expect(written.spike).toBeUndefined()
    const read = (settings: unknown) => {
      const { ok, ...found } = readSettings(settings)
      return found
    }
    expect(read(JSON.parse(JSON.stringify(written)))).toEqual(read(simulation))
  })

  it('[EXP-61] [EXP-315] saves a ramp and a day as steps with the same mean, and shows them as one', () => {
    const flow = shop()
    for (const kind of ['ramp', 'day'] as const) {
      const event = { ...(newEvent(kind, flow) as TimelineEvent), fromS: 7, toS: 37, rps: 12.5, toRps: 100 }
      const { load } = savedTimeline({ events: [event], unread: [] }) as { load: { rps: number }[] }
      expect(load).toHaveLength(kind === 'ramp' ? 10 : 24)
      const mean = load.reduce((sum, { rps }) => sum + rps, 0) / load.length
      expect(mean).toBeCloseTo((12.5 + 100) / 2, 3)
      expect(readTimeline({ load }).events).toEqual([event])
    }
  })

  it('[EXP-331] takes steps that are none of a ramp for what they are', () => {
    const load = [10, 20, 30].map((rps, index) => ({ atS: index * 10, forS: 10, rps }))
    expect(readTimeline({ load }).events.map(({ kind }) => kind)).toEqual(['spike', 'spike', 'spike'])
  })

  it('[EXP-62] says of each event why the engine would refuse it, and keeps what it cannot read', () => {
    const flow = shop()
    const outage = newEvent('outage', flow) as TimelineEvent
    expect(eventFault({ ...outage, instance: 9 }, flow)).toBe('Instance must be at most 3, the number of instances.')
    expect(eventFault({ ...outage, fromS: 130, toS: 140 }, flow)).toContain('must be before the end of the run')
    expect(eventFault({ ...outage, fromS: 30, toS: 30 }, flow)).toBe('Must end after it begins.')
    expect(eventFault({ ...outage, part: { by: 'node', id: 'gone' } }, flow)).toContain('names no component')
    const broken = { kind: 'slow', node: 'api', factor: -1 }
    const { events, unread } = readTimeline({ faults: [broken, { node: 'api' }] })
    expect(events).toHaveLength(1)
    expect(unread).toMatchObject([{ path: 'simulation.faults.0.factor', entry: broken }])
    expect(savedTimeline({ events, unread }).faults).toContain(broken)
  })

  it('[EXP-63] moves an event or an end of it on a grid, within the run', () => {
    const flow = shop()
    const frame = timelineView(flow)
    expect(frame).toMatchObject({ durationS: 120, stepS: 2 })
    const event = { ...(newEvent('outage', flow) as TimelineEvent), fromS: 40, toS: 60 }
    expect(moveEvent(event, 'whole', 7.2, frame)).toMatchObject({ fromS: 48, toS: 68 })
    expect(moveEvent(event, 'whole', 900, frame)).toMatchObject({ fromS: 100, toS: 120 })
    expect(moveEvent(event, 'whole', -900, frame)).toMatchObject({ fromS: 0, toS: 20 })
    expect(moveEvent(event, 'from', 900, frame)).toMatchObject({ fromS: 58, toS: 60 })
    expect(moveEvent(event, 'to', -900, frame)).toMatchObject({ fromS: 40, toS: 42 })
    expect(moveEvent(event, 'to', 900, frame)).toMatchObject({ fromS: 40, toS: null })
    expect(moveEvent({ ...event, toS: null }, 'to', -20, frame)).toMatchObject({ fromS: 40, toS: 100 })
    const spike = { ...(newEvent('spike', flow) as TimelineEvent), fromS: 40, toS: 60 }
    expect(moveEvent(spike, 'to', 900, frame)).toMatchObject({ toS: 120 })
    expect(gripsOf(newEvent('step', flow) as TimelineEvent)).toEqual(['whole'])
    expect(drawnTimes(61, 30.4, frame)).toEqual({ fromS: 30, toS: 62 })
    expect(drawnTimes(119.9, 119.9, frame)).toEqual({ fromS: 118, toS: 120 })
  })

  it('[SIM-722] shows a cold cache without an end as a moment that can be given an end', () => {
    const flow = shop()
    const cold = { ...(newEvent('cold', flow) as TimelineEvent), fromS: 40 }
    const [row] = timelineView(keeping(flow, [cold])).rows
    expect(row).toMatchObject({ when: 'at 40 s', from: 1 / 3, to: 0.35 })
    expect(gripsOf(cold)).toEqual(['whole', 'to'])
    expect(moveEvent(cold, 'to', 10, timelineView(flow))).toMatchObject({ fromS: 40, toS: 52 })
    expect(moveEvent(cold, 'to', 900, timelineView(flow))).toMatchObject({ fromS: 40, toS: 120 })
    expect(moveEvent(cold, 'whole', 10, timelineView(flow))).toMatchObject({ fromS: 50, toS: null })
    const mark = { kind: 'cold', of: null, value: null, fromMs: 40_000, recoveryMs: null, unrecovered: null } as const
    expect([40_000, 60_000, null].map((toMs) => describeSpan({ ...mark, toMs }))).toEqual([
      'at 40 s',
      '40 to 60 s',
      'from 40 s on',
    ])
  })

  it('[EXP-64] [EXP-316] [EXP-317] has events for the usual questions, each accepted by the engine in a run that is long enough', () => {
    const flow = shop()
    for (const { name, events } of PRESETS) {
      const made = events(flow, NOTHING_SELECTED)
      if (typeof made === 'string') throw new Error(`${name}: ${made}`)
      const kept = applyChange(flow, timelineChange({ events: made.events, unread: [] }, made.durationS))
      expect(timelineView(kept).rows.map(({ fault }) => fault)).toEqual(made.events.map(() => null))
    }
    const made = (name: string, of = flow) => PRESETS.find((one) => one.name === name)?.events(of, NOTHING_SELECTED)
    expect(made('A deploy restarts one after the other')).toMatchObject({
      events: [
        { instance: 1, fromS: 40, toS: 50 },
        { instance: 2, fromS: 50, toS: 60 },
        { instance: 3, fromS: 60, toS: 70 },
      ],
    })
    expect(made('Traffic doubles in a minute')).toMatchObject({
      events: [
        { kind: 'ramp', rps: 100, toRps: 200 },
        { kind: 'step', rps: 200 },
      ],
      durationS: 180,
    })
    expect(made('The cache is emptied', { nodes: [], edges: [], groups: [] })).toBe('There is no cache in the design.')
    expect(made('A zone goes', { ...flow, groups: [] })).toContain('There is no group')
    expect(PRESETS[2]?.events(flow, { ...NOTHING_SELECTED, nodes: ['db'] })).toMatchObject({
      events: [{ kind: 'slow', factor: 10, part: { by: 'node', id: 'db' } }],
    })
  })

  it('[EXP-65] draws the load of all clients as the runs have it', async () => {
    const flow = shop({ replications: 1 })
    const ramp = { ...(newEvent('ramp', flow) as TimelineEvent), fromS: 30, toS: 90, rps: 100, toRps: 300 }
    const kept = keeping(flow, [ramp])
    const { load } = timelineView(kept)
    expect(load).toMatchObject({ mostRps: 290, text: '100 to 290 rps' })
    const { series } = await simulated(kept)
    const drawnAt = (timeS: number) => load?.points.findLast(({ share }) => share * 120 <= timeS)?.rps ?? 0
    for (const [index, timeS] of series.times.entries()) {
      if (timeS < 20) continue
      const spanS = timeS - (series.times[index - 1] ?? 0)
      expect(Math.abs((series.offered[index] ?? 0) - drawnAt(timeS - spanS / 2))).toBeLessThan(100)
    }
  })

  it('[EXP-68] [EXP-98] tells of a ramp in one row of a report, and draws one band of it', async () => {
    const events = [
      { ...(newEvent('ramp', shop()) as TimelineEvent), fromS: 4, toS: 14, rps: 20, toRps: 40 },
      { ...(newEvent('slow', shop()) as TimelineEvent), fromS: 6, toS: 8 },
    ]
    const report = await simulated(keeping(shop({ durationS: 20, replications: 1 }), events))
    const rows = markRows(report, ({ id }) => id)
    expect(rows.map(([what, when]) => [what, when])).toEqual([
      ['ramp from 20 to 40 rps', '4 to 14 s'],
      ['slow of api × 5', '6 to 8 s'],
    ])
    expect(pageOfReport(report, null, null).charts[0]?.bands).toEqual([
      { name: 'warm-up', fromS: 0, toS: 2 },
      { name: 'ramp from 20 to 40 rps', fromS: 4, toS: 14 },
      { name: 'slow of api × 5', fromS: 6, toS: 8 },
    ])
  })
})
