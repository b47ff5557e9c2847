import {
  commonProperties,
  type Data,
  defaultsOf,
  EDGE_KINDS,
  NODE_KINDS,
  type PanelField,
  panelFields,
} from '@plimsoll/catalog'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ALL_KINDS, type AnyKind } from './kinds.ts'

const { Server, Database, LoadBalancer, Client, Cache } = NODE_KINDS

/** What the panel shows of one element of each kind, at its defaults but for what is given. */
function shown(...elements: readonly (readonly [kind: AnyKind, data?: Data])[]): Record<string, PanelField> {
  const complete = elements.map(([kind, data]) => ({ kind, data: { ...defaultsOf(kind.properties), ...data } }))
  const fields = panelFields(commonProperties(elements.map(([kind]) => kind)), complete)
  return Object.fromEntries(fields.map((field) => [field.name, field]))
}

describe('what several kinds have in common', () => {
  it('[CAT-29] is everything where they are the same kind', () => {
    expect(commonProperties([Server, Server])).toBe(Server.properties)
    expect(commonProperties([])).toEqual({})
  })

  it.each<[string, readonly AnyKind[], readonly string[]]>([
    ['components', Object.values(NODE_KINDS), ['label', 'description']],
    ['a server and a database', [Server, Database], ['label', 'description', 'autoScaling', 'failureProbability']],
    [
      'a load balancer and a cache',
      [LoadBalancer, Cache],
      ['label', 'description', 'maxThroughput', 'failureProbability'],
    ],
    ['a client and a server', [Client, Server], ['label', 'description', 'supportedProtocols']],
    [
      'a client and an HTTP connection',
      [Client, EDGE_KINDS.http],
      ['label', 'description', 'packetLossRate', 'maxRetries'],
    ],
    ['connections', Object.values(EDGE_KINDS), Object.keys(EDGE_KINDS.default.properties)],
  ])('[CAT-29] %s', (_, kinds, names) => {
    expect(Object.keys(commonProperties(kinds)).sort()).toEqual([...names].sort())
  })

  it('[CAT-29] is not what only has the same name', () => {
    const { websocket, kafka } = EDGE_KINDS
    expect([websocket, kafka].map(({ properties }) => properties.persistent.label)).toEqual([
      'Persistent',
      'Persistent messages',
    ])
    expect(commonProperties([websocket, kafka])).not.toHaveProperty('persistent')
    expect(commonProperties([Client, EDGE_KINDS.database])).not.toHaveProperty('connectionType')
  })

  it('[CAT-29] says for both what the property is for, and offers what both offer', () => {
    const { failoverStrategy, description } = commonProperties([LoadBalancer, EDGE_KINDS.http])
    expect(description?.help).toBe('What this component is for. What this connection is for.')
    expect(failoverStrategy).toMatchObject({ options: [{ value: 'Active-Passive' }, { value: 'Active-Active' }] })
    const { averageLatency } = commonProperties([Database, Cache])
    expect(averageLatency?.effect).toEqual({
      live: 'Time that a request stays here; 5 times as long straight from a client; Time that a request stays here, and capacity',
      events: 'Mean service time',
    })
  })

  it('[CAT-29] any kinds, in any order, agree on it', () => {
    const kinds = fc.array(fc.constantFrom(...ALL_KINDS.map(([, kind]) => kind)), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(kinds, (chosen) => {
        const common = commonProperties(chosen)
        expect(Object.keys(commonProperties(chosen.toReversed())).sort()).toEqual(Object.keys(common).sort())
        const foreign = Object.entries(common).filter(([name, { label }]) =>
          chosen.some(({ properties }) => properties[name]?.label !== label),
        )
        expect(foreign).toEqual([])
      }),
    )
  })
})

describe('what several elements show', () => {
  it('[CAT-30] is the value that all hold, and else none', () => {
    const fields = shown([Server], [Server, { cpuCores: 8 }])
    expect(fields.cpuCores).toMatchObject({ value: undefined, isMixed: true })
    expect(fields.memory).toMatchObject({ value: 8, isMixed: false })
    const { reliableDelivery } = shown([EDGE_KINDS.tcp], [EDGE_KINDS.tcp, { reliability: 'ACID' }])
    expect(reliableDelivery).toMatchObject({ value: undefined, isMixed: true })
  })

  it('[CAT-30] is of lists the entries that all hold', () => {
    const protocols = (...lists: string[][]) =>
      shown(...lists.map((supportedProtocols) => [Server, { supportedProtocols }] as const)).supportedProtocols
    expect(protocols(['HTTP', 'TCP'], ['TCP', 'UDP'])).toMatchObject({ value: ['TCP'], isMixed: true })
    expect(protocols(['HTTP', 'TCP'], ['TCP', 'HTTP'])).toMatchObject({ value: ['HTTP', 'TCP'], isMixed: false })
    expect(protocols(['HTTP'], [])).toMatchObject({ value: [], isMixed: true })
  })

  it('[CAT-30] has the bounds that all of them allow', () => {
    const instances = shown([Server, { maxInstances: 7 }], [Server, { maxInstances: 20, minInstances: 3 }])
    expect(instances.minInstances).toMatchObject({ min: 1, max: 7 })
    expect(instances.maxInstances).toMatchObject({ min: 3, max: 1000 })
    expect(shown([EDGE_KINDS.tcp], [EDGE_KINDS.udp]).packetLossRate).toMatchObject({ min: 0, max: 0.5 })
    expect(shown([EDGE_KINDS.http], [EDGE_KINDS.eventStream]).latencyMs).toMatchObject({ min: 1, max: 10_000 })
  })

  it('[CAT-30] offers the subtypes that fit the types of all of them', () => {
    const { dbSubType } = shown([Database], [Database, { dbType: 'NoSQL', dbSubType: 'Graph' }])
    expect(dbSubType?.options.map(({ value }) => value)).toEqual(['', 'Graph'])
  })

  it('[CAT-30] leaves out what is hidden in one of them', () => {
    const enabled = { circuitBreakerEnabled: true }
    expect(shown([EDGE_KINDS.http, enabled], [EDGE_KINDS.tcp])).not.toHaveProperty('circuitBreakerStatus')
    expect(shown([EDGE_KINDS.http, enabled], [EDGE_KINDS.tcp, enabled])).toHaveProperty('circuitBreakerStatus')
  })
})
