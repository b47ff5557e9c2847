import { describe, expect, it } from 'vitest'
import { compile } from '../../src/compile/index.ts'
import { runModel } from '../../src/engine/run-model.ts'
import { edge, node, compiled as run, settings } from './rigs.ts'

const ZONE = { id: 'g', position: { x: -10, y: -10 }, width: 250, height: 100 }

/** A client, and two servers of which the first is drawn inside of a group. */
const FLOW = {
  nodes: [
    { ...node('Client', 'c', {}), position: { x: -1000, y: 0 } },
    { ...node('Server', 'in', {}), position: { x: 0, y: 0 } },
    { ...node('Server', 'out', {}), position: { x: 300, y: 0 } },
  ],
  edges: [edge('c', 'in', {}, 'http', 'first'), edge('in', 'out', {}, 'http', 'second')],
  groups: [ZONE],
}
const compiled = (faults: unknown) => compile(FLOW, settings({ faults }))
const faultsOf = (faults: unknown) => {
  const result = compiled(faults)
  return result.ok ? result.model.faults : result.faults
}

describe('a fault of a zone', () => {
  it('[SIM-375] strikes the components inside', () => {
    expect(faultsOf({ zone: 'g', fromS: 1, forS: 2 })).toMatchObject([{ kind: 'outage', node: 1 }])
    expect(faultsOf({ zone: 'g', kind: 'slow', fromS: 1 })).toMatchObject([{ kind: 'slow', node: 1 }])
  })

  it('[SIM-888] cuts the connections that lead in and out', () => {
    expect(faultsOf({ zone: 'g', kind: 'cut', fromS: 1 })).toMatchObject([
      { kind: 'cut', link: 0 },
      { kind: 'cut', link: 1 },
    ])
  })

  it('[SIM-1095] breaks down as a whole, each component as long as it needs', () => {
    const restarted = { healthCheckEnabled: true, healthCheckInterval: 5, restartPolicy: 'Always' }
    const { model } = run(
      {
        nodes: [
          {
            ...node('Client', 'c', { concurrentUsers: 1, thinkTimeBetweenRequests: 100 }),
            position: { x: -1000, y: 0 },
          },
          { ...node('LoadBalancer', 'b', {}), position: { x: 1000, y: 0 } },
          { ...node('Server', 's', {}), position: { x: 0, y: 0 } },
          { ...node('Server', 't', restarted), position: { x: 0, y: 0 } },
        ],
        edges: [edge('c', 'b', {}), edge('b', 's', {}, 'http', 'to s'), edge('b', 't', {}, 'http', 'to t')],
        groups: FLOW.groups,
      },
      { faults: { zone: 'g', kind: 'breakdowns', upS: 60, downS: 30 } },
    )
    const { changes } = runModel(model, { seed: 1, durationMs: 1e6, warmUpMs: 0 })
    const [downs, ups] = [0, 1].map((to) =>
      [2, 3].map((index) => changes.list.filter((one) => one.index === index && one.to === to).map(({ atMs }) => atMs)),
    )
    expect(downs?.[0]?.length).toBeGreaterThan(5)
    expect(downs?.[1]).toEqual(downs?.[0])
    expect(ups?.[1]).toEqual(ups?.[0]?.map((upAt, index) => Math.min(upAt, (downs?.[0]?.[index] ?? 0) + 15_000)))
  })

  it('[SIM-1098] is warned of where it strikes nothing', () => {
    const empty = { ...ZONE, id: 'e', label: 'Zone B', width: 5 }
    const said = (faults: unknown) =>
      run({ ...FLOW, groups: [empty, ZONE] }, { faults }).notes.flatMap(({ kind, text }) =>
        kind === 'warning' ? [text] : [],
      )
    const text = 'A fault of Zone B changes nothing: nothing that it could strike is in there'
    expect(
      said([
        { zone: 'g', fromS: 1 },
        { zone: 'e', fromS: 1 },
      ]),
    ).toEqual([text])
    expect(said({ zone: 'e', kind: 'cut', fromS: 1 })).toEqual([text])
    expect(said({ zone: 'g', kind: 'cut', fromS: 1 })).toEqual([])
  })

  it('[SIM-930] of no group, or of more instances than there are, is refused', () => {
    expect(faultsOf({ zone: 'x', fromS: 1 })).toMatchObject([{ path: 'simulation.faults.0.zone' }])
    expect(faultsOf({ node: 'in', instance: 99, fromS: 1 })).toMatchObject([{ path: 'simulation.faults.0.instance' }])
  })
})
