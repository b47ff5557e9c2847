import { describe, expect, it } from 'vitest'
import { runModel } from '../../src/engine/run-model.ts'
import { NO_MESSAGES } from '../../src/measure/no-messages.ts'
import { checkConservation } from '../../src/report/conservation.ts'
import { callBy, forAll, link, modelNode, single, station } from '../models.ts'

const even = { arrivals: 'even', interarrival: { kind: 'deterministic' } } as const
const fixed = { distribution: { kind: 'deterministic' }, meanMs: forAll(10) } as const
const run = (model: Parameters<typeof runModel>[0], warmUpMs = 0) =>
  runModel(model, { seed: 1, warmUpMs, durationMs: 3000 })

describe('a connection that holds nobody and takes no time', () => {
  it('[SIM-659] is followed by the next step when its call is done', () => {
    const { nodes, ...model } = single(10, { station: fixed, source: even })
    const { links, requests } = run({
      ...model,
      nodes: [
        modelNode('client', { program: forAll([callBy(0), callBy(1)]) }),
        modelNode('one', { stationOf: forAll(0) }),
        modelNode('other', { stationOf: forAll(1) }),
      ],
      stations: [station(1, fixed), station(2, fixed)],
      links: [link('first', 0, 1), link('second', 0, 2)],
    })
    expect(links.map(({ attempts }) => attempts)).toEqual([requests.arrived, requests.completed])
    expect(requests.response).toMatchObject({ min: 20, max: 20 })
  })

  it('[SIM-906] adds the attempts of an unstable access', () => {
    const unstable = { reconnect: { probability: 1, ms: 30 } }
    const { response } = run(single(10, { station: fixed, source: even, link: unstable })).requests
    expect(response).toMatchObject({ min: 40, max: 40 })
  })
})

describe('a call that holds its caller', () => {
  it('[SIM-271] holds its slot also where a copy of a message was sent before', () => {
    const sent = { ...callBy(0), copies: true, inBackground: true }
    const model = single(20, { station: fixed, source: even })
    const { nodes } = runModel(
      {
        ...model,
        nodes: [
          modelNode('client', { program: forAll([callBy(2)]) }),
          modelNode('caller', { stationOf: forAll(0), program: forAll([sent, callBy(1)]) }),
          modelNode('worker', { stationOf: forAll(1) }),
          modelNode('listener'),
        ],
        stations: [station(1, fixed), station(2, { ...fixed, meanMs: forAll(90), slots: 99 })],
        links: [
          link('copy', 1, 3, { message: 'sent' }),
          link('call', 1, 2, { holds: true, replies: true }),
          link('way', 0, 1),
        ],
      },
      { seed: 1, warmUpMs: 0, durationMs: 2040 },
    )
    // One every 50 ms comes; one every 10 + 90 ms is done, the first at 150 ms.
    expect(nodes[1]?.completed).toBe(19)
  })
})

describe('messages', () => {
  it('[SIM-362] have a delay whose mean leaves the warm-up out', () => {
    const { messages } = run(single(10, { station: fixed, source: even, link: { message: 'sent' } }), 1000)
    const { count = 0, sum = 0 } = messages?.delay ?? {}
    expect(count).toBeGreaterThan(15)
    expect(sum / count).toBeCloseTo(10, 9)
  })

  it('[SIM-363] add up where there are none', () => {
    expect(() => checkConservation({ ...run(single(10)), messages: NO_MESSAGES })).not.toThrow()
  })
})
