import { applyChange, DOCUMENT_VERSION, FLOW_LIMITS, parseFlow } from '@plimsoll/flow'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MIGRATIONS, migrate } from '../src/migrations.ts'
import { chain } from './fixtures.ts'

const json = (value: unknown) => JSON.parse(JSON.stringify(value))

const faultsOf = (document: unknown) => {
  const parsed = parseFlow(document)
  return parsed.ok ? [] : parsed.faults
}

const document = (change: (document: ReturnType<typeof json>) => void) => {
  const copy = json(chain())
  change(copy)
  return copy
}

describe('reading a flow document', () => {
  it('[FLW-11] reads what was written, byte for byte', () => {
    const parsed = parseFlow(json({ documentVersion: DOCUMENT_VERSION, ...chain() }))
    expect(parsed.ok && JSON.stringify(parsed.flow)).toBe(JSON.stringify(chain()))
    const resized = applyChange(chain(), { type: 'resize', id: 's', width: 300, height: 90, position: { x: 1, y: 2 } })
    const again = parseFlow(json(resized))
    expect(again.ok && JSON.stringify(again.flow)).toBe(JSON.stringify(resized))
  })

  it('[FLW-12] gives missing properties their defaults', () => {
    const parsed = parseFlow({ nodes: [{ id: 'a', type: 'Server', position: { x: 0, y: 0 } }], edges: [] })
    expect(parsed.ok && parsed.flow.nodes[0]?.data).toMatchObject({ label: 'Server', cpuCores: 4 })
  })

  it('[FLW-13] preserves unknown keys of data', () => {
    const parsed = parseFlow(document((flow) => Object.assign(flow.nodes[0].data, { owner: { team: 'web' } })))
    expect(parsed.ok && parsed.flow.nodes[0]?.data).toMatchObject({ owner: { team: 'web' } })
  })

  it('[FLW-14] reports every fault with its path', () => {
    const faults = faultsOf(
      document((flow) => {
        flow.nodes[1].data.cpuCores = 129
        flow.nodes[1].data.deploymentType = 'Cloud'
        flow.nodes[2].id = 'c'
        flow.nodes[0].position = { x: '0', y: 0 }
        flow.edges[0].target = 'nowhere'
        flow.edges[1].type = 'telepathy'
        flow.nodes.push({ id: 'x', type: 'Mainframe', position: { x: 0, y: 0 } }, null)
      }),
    )
    expect(faults.map(({ path }) => path).sort()).toEqual([
      'edges.0.target',
      'edges.1.target',
      'edges.1.type',
      'nodes.0.position',
      'nodes.1.data.cpuCores',
      'nodes.1.data.deploymentType',
      'nodes.2.id',
      'nodes.3.type',
      'nodes.4',
    ])
    expect(faults.find(({ path }) => path === 'nodes.1.data.cpuCores')?.message).toBe('must be at most 128')
  })

  it('[FLW-14] checks linked bounds against the other property or its default', () => {
    expect(
      faultsOf(document((flow) => Object.assign(flow.nodes[1].data, { minInstances: 20 }))).map((f) => f.path),
    ).toContain('nodes.1.data.minInstances')
    const data = { minInstances: 11 }
    const sparse = { nodes: [{ id: 'a', type: 'Server', position: { x: 0, y: 0 }, data }], edges: [] }
    expect(faultsOf(sparse)).toEqual([
      { path: 'nodes.0.data.minInstances', message: 'must be at most 10 (maxInstances)' },
    ])
  })

  it('[FLW-15] refuses numbers that are not finite, in unknown keys too', () => {
    const infinite = JSON.parse('{"a":[{"b":1e400}]}')
    expect(
      faultsOf(document((flow) => Object.assign(flow.nodes[0].data, { extra: infinite }))).map((f) => f.path),
    ).toEqual(['nodes.0.data.extra'])
    expect(
      faultsOf(document((flow) => Object.assign(flow.nodes[0].data, { concurrentUsers: infinite.a[0].b }))),
    ).toEqual([{ path: 'nodes.0.data.concurrentUsers', message: 'must be a number' }])
  })

  it('[FLW-16] accepts `__proto__`, `constructor` and `toString` as ids, and pollutes nothing', () => {
    const names = ['__proto__', 'constructor', 'toString']
    const nodes = names.map((id) => ({ id, type: 'Server', position: { x: 0, y: 0 } }))
    const edges = [{ id: 'hasOwnProperty', source: '__proto__', target: 'constructor', type: 'http' }]
    const parsed = parseFlow({ nodes, edges })
    expect(parsed.ok && parsed.flow.nodes.map(({ id }) => id)).toEqual(names)
    const hostile = JSON.parse(
      '{"nodes":[{"id":"a","type":"Server","position":{"x":0,"y":0},"data":{"__proto__":{"x":1}}}],"edges":[]}',
    )
    parseFlow(hostile)
    expect({}).not.toHaveProperty('x')
  })

  it('[FLW-17] refuses more elements than the limits allow', () => {
    const nodes = Array.from({ length: FLOW_LIMITS.nodes + 1 }, (_, index) => ({ id: `n${index}` }))
    expect(faultsOf({ nodes, edges: [] })).toEqual([{ path: 'nodes', message: 'must hold at most 10000 entries' }])
    expect(faultsOf({ nodes: [], edges: 'none' })).toEqual([{ path: 'edges', message: 'must be a list' }])
  })

  it('[FLW-18] reads a document without a version as version 0: camel-case kinds, edges without a kind', () => {
    const position = { x: 0, y: 0 }
    const parsed = parseFlow({
      nodes: [
        { id: 'a', type: 'loadBalancer', position },
        { id: 'b', type: 'server', position },
      ],
      edges: [{ id: 'e', source: 'a', target: 'b' }],
    })
    expect(parsed.ok && parsed.flow.nodes.map(({ type }) => type)).toEqual(['LoadBalancer', 'Server'])
    expect(parsed.ok && parsed.flow.edges[0]?.type).toBe('default')
  })

  it('[FLW-34] has one migration for each older version, and each takes any content', () => {
    expect(MIGRATIONS).toHaveLength(DOCUMENT_VERSION)
    fc.assert(
      fc.property(fc.array(fc.anything()), fc.array(fc.anything()), (nodes, edges) => {
        const migrated = migrate({ nodes, edges }, 0)
        expect([migrated.nodes.length, migrated.edges.length]).toEqual([nodes.length, edges.length])
      }),
    )
  })

  it('[FLW-35] refuses a document of a newer version', () => {
    expect(faultsOf({ documentVersion: DOCUMENT_VERSION + 1, nodes: [], edges: [] })[0]?.path).toBe('documentVersion')
  })

  it('[FLW-19] never throws, and accepts again what it has accepted', () => {
    const value = fc.oneof(fc.anything(), fc.constantFrom('Server', 'http', 'a', 'b', 0, -1, Number.NaN, null))
    const element = fc.record({ id: value, type: value, position: value, source: value, target: value, data: value })
    fc.assert(
      fc.property(fc.record({ nodes: fc.array(element), edges: fc.array(element) }), (flow) => {
        const parsed = parseFlow(flow)
        if (parsed.ok) expect(parseFlow({ documentVersion: DOCUMENT_VERSION, ...parsed.flow })).toEqual(parsed)
      }),
    )
  })
})
