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

/** The panel's fields for one element of each kind, at the defaults except for the given data. */
function shown(...elements: readonly (readonly [kind: AnyKind, data?: Data])[]): Record<string, PanelField> {
  const complete = elements.map(([kind, data]) => ({ kind, data: { ...defaultsOf(kind.properties), ...data } }))
  const fields = panelFields(commonProperties(elements.map(([kind]) => kind)), complete)
  return Object.fromEntries(fields.map((field) => [field.name, field]))
}

describe('properties that several kinds share', () => {
  it('[CAT-29] are all properties for equal kinds', () => {
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

  it('[CAT-29] [CAT-204] exclude properties that share only the name', () => {
    const { websocket, kafka } = EDGE_KINDS
    expect([websocket, kafka].map(({ properties }) => properties.persistent.label)).toEqual([
      'Persistent',
      'Persistent messages',
    ])
    expect(commonProperties([websocket, kafka])).not.toHaveProperty('persistent')
    expect(commonProperties([Client, EDGE_KINDS.database])).not.toHaveProperty('connectionType')
  })

  it('[CAT-29] [CAT-204] merge help texts, and offer the options that both offer', () => {
    const { failoverStrategy, description } = commonProperties([LoadBalancer, EDGE_KINDS.http])
    expect(description?.help).toBe('What this component is for. What this connection is for.')
    expect(failoverStrategy).toMatchObject({ options: [{ value: 'Active-Passive' }, { value: 'Active-Active' }] })
    const { averageLatency } = commonProperties([Database, Cache])
    expect(averageLatency?.effect).toEqual({
      live: 'Time that a request stays here; 5 times as long straight from a client; Time that a request stays here, and capacity',
      events: 'Mean service time',
    })
  })

  it('[CAT-29] do not depend on the order of kinds', () => {
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

describe('fields of several elements', () => {
  it('[CAT-30] show the common value, or none', () => {
    const fields = shown([Server], [Server, { cpuCores: 8 }])
    expect(fields.cpuCores).toMatchObject({ value: undefined, isMixed: true })
    expect(fields.memory).toMatchObject({ value: 8, isMixed: false })
    const { reliableDelivery } = shown([EDGE_KINDS.tcp], [EDGE_KINDS.tcp, { reliability: 'ACID' }])
    expect(reliableDelivery).toMatchObject({ value: undefined, isMixed: true })
  })

  it('[CAT-30] show the common entries of lists', () => {
    const protocols = (...lists: string[][]) =>
      shown(...lists.map((supportedProtocols) => [Server, { supportedProtocols }] as const)).supportedProtocols
    expect(protocols(['HTTP', 'TCP'], ['TCP', 'UDP'])).toMatchObject({ value: ['TCP'], isMixed: true })
    expect(protocols(['HTTP', 'TCP'], ['TCP', 'HTTP'])).toMatchObject({ value: ['HTTP', 'TCP'], isMixed: false })
    expect(protocols(['HTTP'], [])).toMatchObject({ value: [], isMixed: true })
  })

  it('[CAT-30] have the bounds that all elements allow', () => {
    const instances = shown([Server, { maxInstances: 7 }], [Server, { maxInstances: 20, minInstances: 3 }])
    expect(instances.minInstances).toMatchObject({ min: 1, max: 7 })
    expect(instances.maxInstances).toMatchObject({ min: 3, max: 1000 })
    expect(shown([EDGE_KINDS.tcp], [EDGE_KINDS.udp]).packetLossRate).toMatchObject({ min: 0, max: 0.5 })
    expect(shown([EDGE_KINDS.http], [EDGE_KINDS.eventStream]).latencyMs).toMatchObject({ min: 1, max: 10_000 })
  })

  it('[CAT-30] offer the subtypes that fit all database types', () => {
    const { dbSubType } = shown([Database], [Database, { dbType: 'NoSQL', dbSubType: 'Graph' }])
    expect(dbSubType?.options.map(({ value }) => value)).toEqual(['', 'Graph'])
  })

  it('[CAT-65] leave out properties hidden in one element', () => {
    const enabled = { circuitBreakerEnabled: true }
    expect(shown([EDGE_KINDS.http, enabled], [EDGE_KINDS.tcp])).not.toHaveProperty('circuitBreakerStatus')
    expect(shown([EDGE_KINDS.http, enabled], [EDGE_KINDS.tcp, enabled])).toHaveProperty('circuitBreakerStatus')
  })
})
