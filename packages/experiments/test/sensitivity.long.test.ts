import type { Flow } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import {
  type PointCache,
  pageOfSensitivity,
  planOf,
  runRequest,
  type SensitivityRun,
  varyDesign,
} from '../src/index.ts'
import { poolHere } from './support/pool-here.ts'
import { call, client, flowOf, station } from './support/stations.ts'

const SHORT = { durationS: 20, replications: 4 }
const shop = (rps: number, simulation: Readonly<Record<string, unknown>> = SHORT): Flow =>
  flowOf([client('c', rps), station('s', 1, 10)], [call('c', 's')], simulation)

const vary = (flow: Flow, options: Partial<SensitivityRun> = {}) =>
  varyDesign({ name: 'test', flow, plan: planOf(flow).plan, pool: poolHere(2), ...options })

describe('what matters most', () => {
  it('[EXP-53] [EXP-54] [EXP-320] [EXP-321] are the properties of what is busy, what changes p99 most first', async () => {
    const report = await vary(shop(60, { durationS: 100, replications: 4 }))
    expect(report.varies).toBe('busy')
    expect(new Set(report.varied.map(({ part }) => part.id))).toEqual(new Set(['s']))
    const service = report.varied.find(({ property }) => property === 's.averageProcessingTime')
    expect(service).toMatchObject({ value: 10, low: { value: 8 }, high: { value: 12 } })
    expect(service?.low?.response?.upper).toBeLessThan(0)
    expect(service?.high?.response?.lower).toBeGreaterThan(0)
    // 1,000 ms over the service time.
    expect(service?.low?.saturatedAtRps).toBeCloseTo(125, -1)
    expect(report.varied.find(({ property }) => property === 's.cpuCores')).toMatchObject({
      low: null,
      high: { value: 2 },
    })
    expect(report.sentence).toMatch(/^(p9[59]|The mean) is [\d.]+ ms and depends most on s: /)
    const now = report.base[report.figure]?.mean
    const [first] = pageOfSensitivity(report).bars ?? []
    expect(first).toMatchObject({ mark: now, kinds: ['lower value', 'higher value'] })
    expect(first?.start).toBeLessThan(now ?? 0)
  })

  it('[EXP-322] are those of what is used most where nothing is busy, and the page says so', async () => {
    const report = await vary(shop(20))
    expect(report.varies).toBe('busiest')
    expect(pageOfSensitivity(report).sentences.at(-1)?.text).toContain('Nothing is used by more than 50 %')
  })

  it('[EXP-354] says of a design without a steady state nothing else about its response times', async () => {
    const sentences = async (rps: number, durationS: number) =>
      pageOfSensitivity(await vary(shop(rps, { ...SHORT, durationS }))).sentences.map(({ text }) => text)
    const unsteady = 'There is no steady state: no response time is reported that could be compared.'
    expect(await sentences(150, 20)).toEqual([unsteady])
    expect((await sentences(60, 100))[1]).toMatch(
      /^Runs of this length do not show p99 of each: (p95|the mean) is compared\.$/,
    )
  })

  it('[EXP-55] [EXP-323] are the ranges that are given', async () => {
    const ranges = [{ property: 's.averageProcessingTime', values: ['5', '7', '9'] }]
    const { varied, by } = await vary(shop(20), { ranges })
    expect(by).toBeNull()
    expect(varied).toMatchObject([{ low: { value: 5 }, high: { value: 9 } }])
    await expect(vary(shop(20), { ranges: [{ property: 's.label', values: ['1'] }] })).rejects.toThrow(
      's.label names no number that the simulation heeds',
    )
  })

  it('[EXP-409] are refused with names that there are', async () => {
    const refused = (property: string) => vary(shop(20), { ranges: [{ property, values: ['1', '2'] }] })
    await expect(refused('x.instances')).rejects.toThrow(
      'x.instances: names no component and no connection. There are: ',
    )
    await expect(refused('s.instnces')).rejects.toThrow('There are: instances, ')
  })

  it('[EXP-56] are not simulated again for a component that was moved', async () => {
    const cache: PointCache = new Map()
    const flow = shop(20)
    const ranges = [{ property: 's.averageProcessingTime', values: ['5', '9'] }]
    const before = await vary(flow, { ranges, cache })
    const moved = { ...flow, nodes: flow.nodes.map((node) => ({ ...node, position: { x: 9, y: 9 } })) }
    expect(await vary(moved, { ranges, cache })).toEqual(before)
    expect(cache.size).toBe(3)
  })

  it('[EXP-83] [EXP-364] are told by the highest load that each value carries, too', { timeout: 60_000 }, async () => {
    const flow = shop(40, { durationS: 60, replications: 4, objectives: ['mean<40ms'] })
    const ranges = [{ property: 's.averageProcessingTime', values: ['8', '12'] }]
    const progress: string[] = []
    const onProgress = (done: number, all: number) => progress.push(`${done} of ${all}`)
    const loads = new Map()
    const report = await vary(flow, { ranges, measure: 'capacity', onProgress, loads })
    expect(progress).toEqual(['0 of 5', '1 of 5', '2 of 5', '3 of 5', '4 of 5', '5 of 5'])
    const carried = [report.varied[0]?.low, report, report.varied[0]?.high].map((one) => one?.carries?.capacity?.mean)
    // M/M/1: the rate of the service less a request in 40 ms; 100, 75 and 58.3 rps.
    expect(Math.abs((carried[0] ?? 0) - 100)).toBeLessThan(6)
    expect(Math.abs((carried[1] ?? 0) - 75)).toBeLessThan(5)
    expect(Math.abs((carried[2] ?? 0) - 58.3)).toBeLessThan(4)
    expect(report.sentence).toMatch(
      /^It carries [\d.]+ rps \([\d.]+ to [\d.]+; mean < 40 ms\), which depends most on s: .*: with 8 ms it is [\d.]+ rps \([\d.]+ to [\d.]+\) more, with 12 ms it is [\d.]+ rps \([\d.]+ to [\d.]+\) less\.$/,
    )
    const page = pageOfSensitivity(report)
    expect(page.bars?.[0]).toMatchObject({ title: expect.stringMatching(/^Carries: now /), mark: carried[1] })
    expect(page.tables[0]?.head.slice(-4)).toEqual([
      ...['Carries with the lower, rps', 'interval', 'Carries with the higher, rps', 'interval of it'],
    ])
    const interval = expect.stringMatching(/^[\d.]+ to [\d.]+$/)
    expect(page.tables[0]?.rows[0]?.slice(-4)).toEqual([carried[0], interval, carried[2], interval])
    expect(loads.size).toBe(3)
    for (const [key, load] of loads) loads.set(key, { ...load, objectives: ['known'] })
    const again = await vary(flow, { ranges, measure: 'capacity', loads })
    expect(again.carries?.objectives).toEqual(['known'])
  })

  it('[EXP-83] come in the order of what changes that load most', { timeout: 60_000 }, async () => {
    const flow = shop(40, { durationS: 40, replications: 3, objectives: ['mean<40ms'] })
    const ranges = [
      { property: 's.maxConcurrentRequests', values: ['900000', '1000001'] },
      { property: 's.averageProcessingTime', values: ['8', '12'] },
    ]
    const { varied } = await vary(flow, { ranges, measure: 'capacity' })
    expect(varied.map(({ property }) => property)).toEqual(['s.averageProcessingTime', 's.maxConcurrentRequests'])
  })

  it('[EXP-83] are told by that load where a request asks for it', async () => {
    const design = { name: 'test', documentVersion: 1, ...shop(20, { durationS: 2, replications: 2 }) }
    const axes = ['s.averageProcessingTime=8,12']
    const { report } = await runRequest(
      { kind: 'sensitivity', measure: 'capacity', design, axes },
      { pool: poolHere() },
    )
    expect(report).toMatchObject({ measure: 'capacity', carries: { objectives: ['errorRate < 1 %'] } })
  })

  it('[EXP-84] are not told by loads where there is no highest one, and the sentence says why', {
    timeout: 60_000,
  }, async () => {
    const flow = shop(20, { ...SHORT, objectives: ['p99<1ms'] })
    const ranges = [{ property: 's.averageProcessingTime', values: ['5', '9'] }]
    const report = await vary(flow, { ranges, measure: 'capacity' })
    expect(report.carries?.capacity).toBeNull()
    expect(report.sentence).toMatch(/^(No load meets|Of no load it could be decided that it meets) p99 < 1 ms: /)
  })
})
