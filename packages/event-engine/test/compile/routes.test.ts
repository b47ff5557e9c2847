import type { Data } from '@plimsoll/catalog'
import { describe, expect, it } from 'vitest'
import type { EventEdge, EventNode } from '../../src/compile/event-flow.ts'
import { compiled, edge, node } from './rigs.ts'

const [READ, WRITE, COMPUTE, TRANSACTION] = [0, 1, 2, 3]

/** What each node does, by the ids of the connections: `a|b` one of them, `a&b` copies, `?` unless there was a hit, `~` in the background. */
function programs(nodes: readonly EventNode[], edges: readonly EventEdge[]) {
  const { model } = compiled({ nodes, edges })
  const said = model.nodes.map(({ program }) =>
    program.map((steps) =>
      steps
        .map(({ links, copies, unlessHit, inBackground }) => {
          const ids = links.map((link) => model.links[link]?.id).join(copies ? '&' : '|')
          return `${ids}${unlessHit ? '?' : ''}${inBackground ? '~' : ''}`
        })
        .join(' '),
    ),
  )
  const of = (id: string, type: number) => said[model.nodes.findIndex((one) => one.id === id)]?.[type]
  return { of, model }
}

const c = node('Client', 'c')
const s = node('Server', 's')
const cache = (data: Data = {}) => node('Cache', 'k', data)
const d = node('Database', 'd')
const go = (source: string, target: string, data: Data = {}) =>
  edge(source, target, data, 'default', `${source}${target}`)

describe('the way of a request', () => {
  it('[SIM-921] services first, then caches, then databases, one of each', () => {
    const { of } = programs(
      [c, s, node('Server', 't'), node('LoadBalancer', 'b'), d, node('Database', 'e'), cache()],
      [go('c', 's'), go('s', 'd'), go('s', 'k'), go('s', 'e'), go('s', 'b'), go('s', 't')],
    )
    expect(of('s', READ)).toBe('sb|st sk sd|se?')
    expect(of('s', WRITE)).toBe('sb|st sk sd|se')
  })

  it('[SIM-920] a balancer picks one of all', () => {
    const { of } = programs(
      [c, node('LoadBalancer', 'b'), s, d, cache()],
      [go('c', 'b'), go('b', 'd'), go('b', 's'), go('b', 'k')],
    )
    expect(of('b', READ)).toBe('bd|bs|bk')
    expect(of('b', COMPUTE)).toBe('bs')
  })

  it('[SIM-273] never to itself, and never to a client', () => {
    const { of, model } = programs(
      [c, s, node('Client', 'c2')],
      [go('c', 's'), go('s', 's'), go('s', 'c'), go('c2', 's'), go('s', 'c2')],
    )
    expect(of('s', READ)).toBe('')
    expect(model.links.map(({ id }) => id)).toEqual(['cs', 'ss', 'sc', 'c2s', 'sc2'])
  })

  it('[SIM-274] copies go to every target', () => {
    const nodes = [c, s, node('Server', 't'), node('Server', 'u'), node('Server', 'v')]
    const pubSub = { communicationPattern: 'Pub-Sub' }
    const { of } = programs(nodes, [go('c', 's'), go('s', 't', pubSub), go('s', 'u', pubSub), go('s', 'v')])
    expect(of('s', READ)).toBe('sv st&su')
    const streams = programs(nodes, [
      go('c', 's'),
      edge('s', 't', {}, 'eventStream', 'st'),
      edge('s', 'u', { communicationPattern: 'Stream' }, 'eventStream', 'su'),
    ])
    expect(streams.of('s', READ)).toBe('st&su')
    const groups = programs(nodes, [go('c', 's'), edge('s', 't', { consumerGroups: ['a', 'b'] }, 'kafka', 'st')])
    expect(groups.of('s', READ)).toBe('st&st')
  })

  it('[SIM-275] a cache beside is asked before the database', () => {
    const { of, model } = programs(
      [c, s, cache({ expectedHitRate: 0.8 }), d],
      [go('c', 's'), go('s', 'd'), go('s', 'k')],
    )
    expect(of('s', READ)).toBe('sk sd?')
    expect(of('k', READ)).toBe('')
    expect(model.nodes[2]?.hitRate).toEqual([0.8, 0, 0, 0])
  })

  it('[SIM-922] a cache on the way goes on by itself', () => {
    const onTheWay = programs([c, s, cache(), d], [go('c', 's'), go('s', 'k'), go('k', 'd')])
    expect(onTheWay.of('s', READ)).toBe('sk')
    expect(onTheWay.of('k', READ)).toBe('kd?')
    const both = programs([c, s, cache(), d], [go('c', 's'), go('s', 'k'), go('k', 'd'), go('s', 'd')])
    expect(both.of('s', READ)).toBe('sk')
    expect(both.of('s', WRITE)).toBe('sk')
  })

  it.each([
    ['Write-Through', 'sk sd', 'sk', 'kd', 2],
    ['Write-Behind', 'sk sd~', 'sk', 'kd~', 2],
    ['Write-Around', 'sd', 'sk', 'kd', null],
  ])('[SIM-276] %s', (writePolicy, beside, before, behind, station) => {
    const aside = programs([c, s, cache({ writePolicy }), d], [go('c', 's'), go('s', 'd'), go('s', 'k')])
    const onTheWay = programs([c, s, cache({ writePolicy }), d], [go('c', 's'), go('s', 'k'), go('k', 'd')])
    for (const type of [WRITE, TRANSACTION]) {
      expect(aside.of('s', type)).toBe(beside)
      expect(onTheWay.of('s', type)).toBe(before)
      expect(onTheWay.of('k', type)).toBe(behind)
      expect(onTheWay.model.nodes[2]?.stationOf[type]).toBe(station === null ? null : 1)
    }
    expect(onTheWay.model.nodes[2]?.stationOf[READ]).toBe(1)
  })

  it('[SIM-277] Compute stays with services', () => {
    const { of } = programs([c, s, cache(), d], [go('c', 's'), go('s', 'd'), go('s', 'k'), go('k', 'd')])
    expect(of('s', COMPUTE)).toBe('')
    expect(of('c', COMPUTE)).toBe('cs')
  })

  it('[SIM-923] and passes a cache that stands before services', () => {
    const nodes = [c, cache(), node('Cache', 'k2'), node('LoadBalancer', 'b'), s, d]
    const { of, model } = programs(nodes, [go('c', 'k'), go('k', 'k2'), go('k2', 'b'), go('b', 's'), go('k', 'd')])
    expect(of('c', COMPUTE)).toBe('ck')
    expect(of('k', COMPUTE)).toBe('kk2')
    expect(of('k2', COMPUTE)).toBe('k2b')
    expect(model.nodes[1]?.stationOf[COMPUTE]).toBeNull()
  })

  it('[SIM-279] cycles are marked', () => {
    const nodes = ['s', 't', 'u', 'v', 'w'].map((id) => node('Server', id))
    const { model } = programs(
      [c, ...nodes],
      [go('c', 's'), go('s', 't'), go('t', 'u'), go('u', 's'), go('u', 'v'), go('v', 'v'), go('v', 'w')],
    )
    expect(model.nodes.filter(({ isOnCycle }) => isOnCycle).map(({ id }) => id)).toEqual(['s', 't', 'u'])
  })

  it('[SIM-280] some keep to the first', () => {
    const balancing = (a: Data, b: Data) =>
      compiled({
        nodes: [c, s, node('Server', 't'), node('Server', 'u')],
        edges: [go('c', 's'), edge('s', 't', a, 'grpc'), edge('s', 'u', b, 'grpc')],
      }).model.nodes[1]?.balancing
    const first = { loadBalancingPolicy: 'Pick-First' }
    expect(balancing(first, first)).toEqual({ by: 'first' })
    expect(balancing(first, {})).toEqual({ by: 'weight' })
    expect(balancing({ failoverStrategy: 'Active-Passive' }, { failoverStrategy: 'Active-Passive' })).toEqual({
      by: 'first',
    })
    expect(balancing({ failoverStrategy: 'Active-Active' }, { failoverStrategy: 'Active-Active' })).toEqual({
      by: 'weight',
    })
  })
})
