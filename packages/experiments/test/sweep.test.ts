import type { Flow } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import {
  type Axis,
  drawCurves,
  type PointCache,
  pageOfSweep,
  planOf,
  readAxis,
  Stopped,
  type SweepPoint,
  type SweepReport,
  type SweepRun,
  sweepDesign,
} from '../src/index.ts'
import { poolHere } from './support/pool-here.ts'
import { call, client, flowOf, station } from './support/stations.ts'

const axis = (text: string): Axis => {
  const read = readAxis(text)
  if (typeof read === 'string') throw new Error(read)
  return read
}

const flow = flowOf([client('c', 20), station('s', 1, 10)], [call('c', 's')], { durationS: 20, replications: 1 })
const sweep = (
  axes: readonly string[],
  options: Partial<Pick<SweepRun, 'cache' | 'onProgress' | 'onReport' | 'pool' | 'stop'>> = {},
  of: Flow = flow,
) => sweepDesign({ name: 'test', flow: of, plan: planOf(of).plan, pool: poolHere(2), axes: axes.map(axis), ...options })

describe('the values of a sweep', () => {
  it('[EXP-311] are a range or a list', () => {
    expect(axis('s.instances=1..4')).toEqual({ property: 's.instances', values: ['1', '2', '3', '4'] })
    expect(axis('s.x=0..0.5..0.25').values).toEqual(['0', '0.25', '0.5'])
    expect(axis('s.x = a, b').values).toEqual(['a', 'b'])
    for (const wrong of ['s.x', 's.x=', '=1', 's.x=4..1', 's.x=1..9..0', 's.x=1..9999'])
      expect(readAxis(wrong)).toContain(`"${wrong}"`)
  })
})

describe('a sweep', () => {
  it('[EXP-407] tells the combinations that were simulated when it is stopped', async () => {
    const controller = new AbortController()
    const told: SweepReport[] = []
    const stopped = sweep(['s.averageProcessingTime=5,10,20'], {
      pool: poolHere(1),
      stop: controller.signal,
      onProgress: (done) => {
        if (done === 2) controller.abort()
      },
      onReport: (report) => told.push(report),
    })
    await expect(stopped).rejects.toThrow(Stopped)
    const whole = await sweep(['s.averageProcessingTime=5,10,20'])
    if ('faults' in whole) throw new Error(whole.faults.join())
    expect(told).toEqual([{ ...whole, points: whole.points.slice(0, 2) }])
  })

  it('[EXP-351] refuses a property that is given twice', async () => {
    expect(await sweep(['s.instances=1,2', 's.instances=3'])).toEqual({
      faults: ['s.instances is given twice: name all its values once'],
    })
  })

  it('[EXP-30] simulates every combination, the last property fastest', async () => {
    const report = await sweep(['s.averageProcessingTime=5,20', 'c.concurrentUsers=10,20'])
    if ('faults' in report) throw new Error(report.faults.join())
    expect(report.points.map(({ values }) => Object.values(values).join())).toEqual(['5,10', '5,20', '20,10', '20,20'])
    expect(report.points.map(({ throughput }) => Math.round((throughput?.mean ?? 0) / 10))).toEqual([1, 2, 1, 2])
    const p50 = report.points.map((point) => point.p50?.mean ?? 0)
    expect(p50[2]).toBeGreaterThan(3 * (p50[0] ?? 0))
    expect(report.points[0]?.costPerHour).toBeNull()
  })

  it('[EXP-310] gives all combinations the same random numbers', async () => {
    const report = await sweep(['s.averageProcessingTime=5,5.0'])
    if ('faults' in report) throw new Error(report.faults.join())
    const [first, second] = report.points.map(({ values: _, ...figures }) => figures)
    expect(second).toEqual(first)
  })

  it('[PRD-167] says how many combinations have no response time to tell, and why', async () => {
    const report = await sweep(['s.averageProcessingTime=5,10'])
    if ('faults' in report) throw new Error(report.faults.join())
    const sentences = (steady: readonly boolean[]) =>
      pageOfSweep({ ...report, points: report.points.map((one, at) => ({ ...one, isSteady: steady[at] ?? true })) })
        .sentences.map(({ text }) => text)
        .join()
    expect(sentences([true, true])).not.toContain('steady')
    expect(sentences([true, false])).toContain('1 of 2 combinations has no steady state, and so no response time')
  })

  it('[EXP-375] has columns of what it costs where something has a price', async () => {
    const report = await sweep(['s.averageProcessingTime=5,10'])
    if ('faults' in report) throw new Error(report.faults.join())
    const head = (points: readonly SweepPoint[]) => pageOfSweep({ ...report, points }).tables[0]?.head.slice(-3)
    expect(head(report.points)).toEqual(['Failed, %', 'Saturated at, rps', 'Objectives'])
    const costPerHour = report.points[0]?.throughput ?? null
    expect(head(report.points.map((one) => ({ ...one, costPerHour })))).toEqual([
      ...['Cost, $/h', 'Cost, $/month', 'Objectives'],
    ])
  })

  it('[EXP-357] [EXP-358] [EXP-388] tells what is undecided from what is missed', async () => {
    const report = await sweep(['s.averageProcessingTime=5,10,20'])
    if ('faults' in report) throw new Error(report.faults.join())
    const told = (...verdicts: readonly SweepPoint['verdict'][]) => {
      const points = report.points.map((one, at) => ({ ...one, verdict: verdicts[at] ?? null }))
      const { result, sentences } = pageOfSweep({ ...report, points })
      return [result, sentences[0]?.text, sentences[0]?.tone]
    }
    expect(told('pass', 'pass', 'pass')).toEqual(['pass', '3 of 3 combinations meet all objectives.', 'good'])
    expect(told('undecided', 'undecided', 'undecided')).toEqual([
      'undecided',
      '0 of 3 combinations meet all objectives; of 3 it cannot be decided: simulate longer.',
      'unsure',
    ])
    expect(told('pass', 'fail', 'undecided')).toEqual([
      'fail',
      '1 of 3 combinations meets all objectives, 1 does not; of 1 it cannot be decided: simulate longer.',
      'bad',
    ])
    expect(told('pass', 'undecided', 'pass')).toMatchObject(['undecided', expect.anything(), 'unsure'])
    expect(told('pass', 'fail', 'fail')).toEqual(['fail', '1 of 3 combinations meets all objectives, 2 do not.', 'bad'])
    expect(told('fail', 'fail', 'fail')).toEqual(['fail', '0 of 3 combinations meet all objectives.', 'bad'])
  })

  it('[EXP-408] names a property once that is none', async () => {
    expect(await sweep(['s.instnces=1..3', 'x.y=1..3'])).toEqual({
      faults: [
        expect.stringMatching(/^s\.instnces=1: nodes\.1\.data\.instnces is not a property .* There are: instances, /),
        'x.y=1: names no component and no connection. There are: c, s; connections: c-s',
      ],
    })
  })

  it('[EXP-312] names what is refused', async () => {
    expect(await sweep(['s.instances=1,many', 'x.y=1'])).toEqual({
      faults: expect.arrayContaining([expect.stringContaining('s.instances=many'), expect.stringContaining('x.y=1')]),
    })
  })

  it('[EXP-31] simulates nothing again that has the same content', async () => {
    const cache: PointCache = new Map()
    const first = await sweep(['s.averageProcessingTime=5,10'], { cache })
    expect(cache.size).toBe(2)
    const [[key = '', known] = []] = [...cache]
    if (known) cache.set(key, { ...known, point: { ...known.point, verdict: 'undecided' } })
    const second = await sweep(['s.averageProcessingTime=5,10,15'], { cache })
    if ('faults' in first || 'faults' in second) throw new Error('refused')
    expect(cache.size).toBe(3)
    expect(second.points.map(({ verdict }) => verdict)).toEqual(['undecided', null, null])
    expect(second.points[1]).toEqual(first.points[1])
  })

  it('[EXP-57] is drawn as lines over one property, and as darker cells over two', async () => {
    const [one, two] = [
      await sweep(['s.averageProcessingTime=5,10,20']),
      await sweep(['s.averageProcessingTime=5,20', 'c.concurrentUsers=10,20']),
    ]
    if ('faults' in one || 'faults' in two) throw new Error('refused')
    const [lines] = pageOfSweep(one).curves ?? []
    expect(lines?.lines[0]?.points.map(({ at }) => at)).toEqual([5, 10, 20])
    expect(pageOfSweep(two).curves).toEqual([])
    const map = pageOfSweep(two).tables[1]
    expect(map?.head).toEqual(['s.averageProcessingTime', '10', '20'])
    const heats = map?.rows.map((row) => row.slice(1).map((cell) => (cell as { heat: number }).heat)) ?? []
    expect(heats.flat().filter((heat) => heat === 0 || heat === 1).length).toBeGreaterThanOrEqual(2)
    expect(heats[0]?.[1]).toBeGreaterThan(heats[0]?.[0] ?? 1)
  })

  it('[PRD-323] draws the limits of the objectives about what is drawn', async () => {
    const objectives = ['p95<40ms', 'p99@s<30ms', 'throughput>5rps']
    const judged = { ...flow, simulation: { ...flow.simulation, objectives } }
    const report = await sweep(['s.instances=1,2'], {}, judged)
    if ('faults' in report) throw new Error('refused')
    expect(pageOfSweep(report).curves?.map(({ limits }) => limits)).toEqual([
      [{ name: 'p95 < 40 ms', value: 40 }],
      [{ name: 'throughput > 5 rps', value: 5 }],
    ])
    const { asked: _, ...former } = report
    expect(pageOfSweep(former).curves?.map(({ limits }) => limits)).toEqual([[], []])
  })

  it('[PRD-325] has no table of what is not known', async () => {
    const report = await sweep(['s.averageProcessingTime=5,20', 'c.concurrentUsers=10,20'])
    if ('faults' in report) throw new Error('refused')
    const points = report.points.map((one) => ({ ...one, mean: null, p95: null, p99: null }))
    expect(pageOfSweep({ ...report, points }).tables.map(({ title }) => title)).toEqual([
      expect.stringMatching(/^Completed a second by /),
      'Combinations',
    ])
  })

  it('[PRD-324] draws what only one of the values shows', async () => {
    const report = await sweep(['s.averageProcessingTime=5,10,20'])
    if ('faults' in report) throw new Error('refused')
    const points = report.points.map((one, at) => (at === 1 ? one : { ...one, p50: null }))
    const [curves] = pageOfSweep({ ...report, points }).curves ?? []
    const p50 = curves && { ...curves, lines: curves.lines.filter(({ name }) => name === 'p50') }
    const { shapes = [] } = (p50 && drawCurves(p50)) ?? {}
    expect(shapes.filter((shape) => shape.of === 'path' && shape.role === 'dot')).toHaveLength(1)
  })

  it('[EXP-58] gets only the figures of a point from its workers', async () => {
    const sent: unknown[] = []
    const pool = poolHere(1, (reply) => sent.push(reply))
    await sweepDesign({ name: 'test', flow, plan: planOf(flow).plan, pool, axes: [axis('s.instances=1,2')] })
    expect(sent).toHaveLength(2)
    expect(JSON.stringify(sent).length).toBeLessThan(5000)
  })
})
