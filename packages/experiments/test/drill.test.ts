import { type Flow, parseFlow } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import { drillDesign, pageOfDrill, pageOfReport, planOf, simulateDesign } from '../src/index.ts'
import { poolHere } from './support/pool-here.ts'
import { call, client, flowOf, station } from './support/stations.ts'

const drill = (flow: Flow, only?: readonly string[]) =>
  drillDesign({ name: 'test', flow, plan: planOf(flow).plan, pool: poolHere(), ...(only && { only }) })

const SHOP = { durationS: 90, replications: 3, objectives: ['errorRate<1%'] }

describe('a drill', () => {
  it('[EXP-40] [EXP-378] takes each component out in turn, and tells what that does and how long it takes to recover', async () => {
    const flow = flowOf(
      [client('c', 20), station('a', 4, 10), station('b', 4, 10)],
      [call('c', 'a'), call('a', 'b')],
      SHOP,
    )
    const { drills, objectives, outage } = await drill(flow)
    expect(outage).toEqual({ fromS: 30, toS: 45, durationS: 90 })
    expect(objectives).toMatchObject([{ result: 'pass' }])
    expect(drills.map(({ id }) => id)).toEqual(['a', 'b'])
    for (const one of drills) {
      expect(one).toMatchObject({ healed: 'yes', isRetryStorm: false, objectives: [{ result: 'fail' }] })
      expect(one.servedWhileOut).toBeLessThan(10)
      expect(one.recoveryS).toBe(0)
      expect(one.sentence).toMatch(
        /^[ab] out: [\d.]+ % are answered meanwhile, it recovers at once; 1 of 1 objective not met\.$/,
      )
    }
    expect((await drill(flow, ['b'])).drills.map(({ id }) => id)).toEqual(['b'])
  })

  describe('of no set length', () => {
    const parts = [client('c', 20), station('a', 4, 10)]
    const minute = { fromS: 30, toS: 60, durationS: 90 }
    // What fails is tried again when the outage has been over for so long.
    const late = (retryIntervalMs: number) => ({
      ...{ retryEnabled: true, maxRetries: 1, retryStrategy: 'Constant', retryIntervalMs },
    })

    it('[EXP-379] takes each out for half a minute of 90 s, and no more where it has clearly recovered', async () => {
      const report = await drill(flowOf(parts, [call('c', 'a')]))
      expect(report.outage).toEqual(minute)
      expect(report.drills).toMatchObject([{ healed: 'yes', simulatedS: 90 }])
      expect(report.drills[0]?.sentence).toMatch(/, it recovers at once\.$/)
      expect(pageOfDrill(report).about).toBe('out from 30 s to 60 s of 90 s · 5 runs each · seeds from 1')
    })

    it('[EXP-380] [EXP-381] goes on until 180 s to see a late recovery, with the objectives and messages of 90 s', async () => {
      const report = await drill(flowOf(parts, [call('c', 'a', late(25_000))], { objectives: ['errorRate<1%'] }))
      expect(report.outage).toEqual(minute)
      const [late25] = report.drills
      expect(late25).toMatchObject({ healed: 'yes', simulatedS: 180 })
      expect(late25?.recoveryS).toSatisfy((s: number) => Math.abs(s - 25) <= 3)
      // What comes in the first 5 s of the outage is tried again within it.
      expect(late25?.objectives[0]?.measured?.mean).toSatisfy((share: number) => Math.abs(share - 100 * (5 / 90)) < 1.5)
      expect(pageOfDrill(report).about).toContain(' of 90 s (1 of 1 component until 180 s, to see a recovery) · ')
    })

    it('[EXP-382] does not go on where a design has no steady state to return to', async () => {
      const parts = [client('c', 150), station('a', 1, 10), station('spare', 1, 10)]
      const { drills } = await drill(flowOf(parts, [call('c', 'a')]), ['spare'])
      expect(drills).toMatchObject([{ healed: 'unknown', simulatedS: 90 }])
    })

    it('[EXP-383] has a minute before the outage where a warm-up or a timeline needs it', async () => {
      const load = [{ atS: 10, toS: 20, rps: 30 }]
      const { outage, drills } = await drill(flowOf(parts, [call('c', 'a')], { load }))
      expect(outage).toEqual({ fromS: 60, toS: 90, durationS: 180 })
      expect(drills).toMatchObject([{ healed: 'yes', simulatedS: 180 }])
      const flow = flowOf(parts, [call('c', 'a')])
      const { plan } = planOf(flow, { warmUp: { share: 0.25 } })
      const warm = await drillDesign({ name: 'test', flow, plan, pool: poolHere() })
      expect(warm.outage).toEqual({ fromS: 60, toS: 90, durationS: 180 })
    })
  })

  it('[EXP-384] has a minute before the outage where the design is not seen to be steady in 90 s', async () => {
    const { outage } = await drill(flowOf([client('c', 5), station('a', 1000, 40_000)], [call('c', 'a')]))
    expect(outage).toEqual({ fromS: 60, toS: 90, durationS: 180 })
  })

  it('[EXP-352] does not tell that all is met where it is not known whether it heals', async () => {
    const flow = flowOf([client('c', 20), station('a', 4, 10)], [call('c', 'a')], { durationS: 3, replications: 3 })
    const report = await drill(flow)
    expect(report.drills.map(({ healed }) => healed)).toEqual(['unknown'])
    expect(pageOfDrill(report).result).toBe('undecided')
  })

  it('[EXP-355] [EXP-356] says that a design has no steady state, and so nothing to return to', async () => {
    const { sentences, tables, result } = pageOfDrill(
      await drill(
        flowOf([client('c', 150), station('a', 1, 10)], [call('c', 'a')], { durationS: 90, replications: 3 }),
      ),
    )
    expect(sentences.map(({ text }) => text)).toEqual([
      'No steady state with all components: more arrives than the design carries, so that no recovery can be told.',
      expect.stringMatching(/^a out: [\d.]+ % are answered meanwhile, whether it heals is not known\.$/),
    ])
    expect(tables.find(({ title }) => title === 'Out in turn')?.rows[0]?.slice(2)).toEqual([null, 'unknown', ''])
    expect(result).toBe('undecided')
  })

  it('[EXP-345] [PRD-168] tells of messages how many wait while their consumer is out, and what comes to nothing', async () => {
    const parts = [client('c', 20), station('api', 4, 10), station('worker', 4, 10)]
    const drilled = (type: 'amqp' | 'http') => {
      const publishes = { ...call('api', 'worker', { communicationPattern: 'Async', maxRetries: 100 }), type }
      return drill(flowOf(parts, [call('c', 'api'), publishes], SHOP), ['worker'])
    }
    // 20 a second for 15 s.
    const { messages, drills } = await drilled('amqp')
    expect(messages).toMatchObject({ mostWaiting: expect.toSatisfy((most) => most < 10), notProcessed: 0 })
    expect(drills[0]?.messages?.mostWaiting).toSatisfy((most: number) => Math.abs(most - 300) < 40)
    expect(drills[0]?.sentence).toMatch(
      /^worker out: [\d.]+ % are answered meanwhile, up to \d+ messages wait( and are worked off [\d.]+ s after it is back)?, /,
    )

    // No broker holds them: what is sent in a sixth of the time is lost.
    const { drills: lossy } = await drilled('http')
    expect(lossy[0]?.messages?.notProcessed).toSatisfy((share: number) => Math.abs(share - 100 / 6) < 3)
    expect(lossy[0]?.sentence).toMatch(/, 1\d(?:\.\d)? % of the messages come to nothing, /)
    const { tables, sentences } = pageOfDrill(await drilled('amqp'))
    expect(sentences.at(-1)?.text).toMatch(/^Messages are calls that nobody waits for, or no longer: /)
    expect(tables.find(({ title }) => title === 'Out in turn')?.head).toContain('Most messages waiting')
  })

  it('[EXP-393] tells of a mean of some runs how many whole messages wait', async () => {
    const publishes = {
      ...call('api', 'worker', { communicationPattern: 'Async', maxRetries: 100 }),
      type: 'amqp',
    } as const
    const parts = [client('c', 3), station('api', 4, 10), station('worker', 4, 10)]
    const [few] = (await drill(flowOf(parts, [call('c', 'api'), publishes], SHOP), ['worker'])).drills
    expect(Number.isInteger(few?.messages?.mostWaiting)).toBe(false)
    expect(few?.sentence).toMatch(/ up to \d+ messages wait\b/)
  })

  it('[PRD-326] tells of no messages that wait where less than one does', async () => {
    const position = { x: 0, y: 0 }
    const read = parseFlow({
      nodes: [
        { id: 'u', type: 'Client', position, data: { label: 'U', concurrentUsers: 60 } },
        { id: 'api', type: 'Server', position, data: { label: 'A', instances: 2, cpuCores: 8 } },
        { id: 'db', type: 'Database', position, data: { label: 'D' } },
      ],
      edges: [
        { id: 'b', type: 'http', source: 'u', target: 'api', data: {} },
        { id: 'c', type: 'database', source: 'api', target: 'db', data: {} },
      ],
      simulation: { durationS: 20, replications: 4 },
    })
    if (!read.ok) throw new Error('refused')
    // In one of the runs a caller gives up, and nobody waits for its call any longer.
    const [out] = (await drill(read.flow, ['db'])).drills
    expect(out?.messages?.mostWaiting).toSatisfy((most: number) => most > 0 && most < 0.5)
    expect(out?.sentence).not.toContain('wait')
  })

  it('[EXP-391] [EXP-392] tells in what time the messages that waited are worked off, and goes on to see it', async () => {
    const publishes = {
      ...call('api', 'worker', { communicationPattern: 'Async', maxRetries: 100 }),
      type: 'amqp',
    } as const
    const drilled = (serviceMs: number) =>
      drill(
        flowOf(
          [client('c', 20), station('api', 4, 10), station('worker', 1, serviceMs)],
          [call('c', 'api'), publishes],
        ),
        ['worker'],
      )
    // 600 messages of half a minute, by 80 a second while 20 come: 10 s; by 40 a second: 30 s.
    const [soon] = (await drilled(12.5)).drills
    expect(soon?.backlogS).toSatisfy((s: number) => Math.abs(s - 10) <= 3)
    expect(soon).toMatchObject({ healed: 'yes', recoveryS: 0, simulatedS: 90 })
    expect(soon?.sentence).toMatch(
      /, up to \d+ messages wait and are worked off [\d.]+ s after it is back, (.* come to nothing, )?the requests recover at once\.$/,
    )
    const [late] = (await drilled(25)).drills
    expect(late?.backlogS).toSatisfy((s: number) => Math.abs(s - 30) <= 6)
    expect(late?.simulatedS).toBe(180)
  })

  it('[EXP-97] says that it is too short to tell whether the design heals', async () => {
    const flow = flowOf([client('c', 20), station('a', 4, 10)], [call('c', 'a')], { durationS: 10, replications: 1 })
    const { drills } = await drill(flow)
    expect(drills[0]?.sentence).toMatch(
      /whether it heals is not known: runs of 10 s are too short to tell, set a longer duration\.$/,
    )
  })

  it('[EXP-41] names a retry storm that does not heal', async () => {
    const retries = {
      timeout: 200,
      retryEnabled: true,
      maxRetries: 6,
      retryStrategy: 'Constant',
      retryIntervalMs: 3000,
    }
    const flow = flowOf([client('c', 80), station('s', 1, 10)], [call('c', 's', { ...retries })], SHOP)
    const [storm] = (await drill(flow)).drills
    expect(storm).toMatchObject({ healed: 'no', isRetryStorm: true, recoveryS: null })
    expect(storm?.sentence).toContain('a retry storm keeps it from healing')
    const calm = flowOf([client('c', 80), station('s', 1, 10)], [call('c', 's')], SHOP)
    expect(pageOfDrill(await drill(calm)).sentences).toHaveLength(1)
    expect((await drill(calm)).drills[0]?.isRetryStorm).toBe(false)
  })

  it('[EXP-66] answers at most all requests while a component is out that nobody needs', async () => {
    // A backlog of the time before is served meanwhile.
    const load = [{ atS: 20, toS: 30, rps: 100 }]
    const parts = [client('c', 20), station('a', 1, 20), station('spare', 1, 10)]
    const flow = flowOf(parts, [call('c', 'a')], { ...SHOP, load })
    const [, spare] = (await drill(flow)).drills
    expect(spare?.servedWhileOut).toBeLessThanOrEqual(100)
    expect(spare?.servedWhileOut).toBeGreaterThan(98)
  })

  it('[EXP-67] names a retry storm that a fault of the timeline began in the report of the design', async () => {
    const faults = [{ kind: 'outage', node: 's', fromS: 30, toS: 45 }]
    const page = async (retries: Readonly<Record<string, unknown>>) => {
      const flow = flowOf([client('c', 80), station('s', 1, 10)], [call('c', 's', retries)], { ...SHOP, faults })
      const found = await simulateDesign({ name: 'test', flow, plan: planOf(flow).plan, pool: poolHere() })
      if (!found?.ok) throw new Error('not simulated')
      const { sentences, tables } = pageOfReport(found.report, null)
      return {
        texts: sentences.map(({ text }) => text),
        marks: tables.find(({ title }) => title.startsWith('Faults'))?.rows,
      }
    }
    const stormy = { timeout: 200, retryEnabled: true, maxRetries: 6, retryStrategy: 'Constant', retryIntervalMs: 3000 }
    const storm = await page(stormy)
    expect(storm.texts).toContain('A retry storm that the outage of s began does not heal.')
    expect(storm.marks?.[0]?.at(-1)).toBe('not back to normal: a retry storm')
    expect((await page({})).texts.join()).not.toContain('storm')
  })
})
