import {
  type Data,
  defaultsOf,
  EDGE_KINDS,
  type EdgeType,
  NODE_KINDS,
  optionsOf,
  setProperty,
  shownValue,
} from '@plimsoll/catalog'
import { describe, expect, it } from 'vitest'

/** The data of an edge with defaults after the edits. */
function edited(type: EdgeType, ...edits: readonly (readonly [path: string, value: unknown])[]): Data {
  const kind = EDGE_KINDS[type]
  return edits.reduce<Data>((data, [path, value]) => {
    const edit = setProperty(kind, data, path, value)
    if (!edit.ok) throw new Error(`${edit.path} ${edit.message}`)
    return edit.data
  }, defaultsOf(kind.properties))
}

/** The edge's data and the displayed toggle. */
const toggle = (type: EdgeType, name: string, data: Data): unknown => {
  const property = EDGE_KINDS[type].properties[name as keyof (typeof EDGE_KINDS)[EdgeType]['properties']]
  return shownValue(name, property, data)
}

describe('linked properties', () => {
  it('[CAT-9] gRPC: choosing mTLS authentication forces the encryption to mTLS', () => {
    expect(edited('grpc', ['authentication', 'mTLS'])).toMatchObject({ authentication: 'mTLS', encryption: 'mTLS' })
    expect(edited('grpc', ['authentication', 'OAuth'])).toMatchObject({ authentication: 'OAuth', encryption: 'TLS' })
    expect(edited('http', ['authentication', 'mTLS'])).toMatchObject({ authentication: 'mTLS', encryption: 'None' })
  })

  it('[CAT-10] [CAT-60] [CAT-61] database connection: read only and the connection type stay consistent', () => {
    const of = (data: Data) => [data.readOnly, data.connectionType]
    expect(of(edited('database', ['readOnly', true]))).toEqual([true, 'Read'])
    expect(of(edited('database', ['readOnly', true], ['readOnly', false]))).toEqual([false, 'Read-Write'])
    expect(of(edited('database', ['connectionType', 'Admin'], ['readOnly', false]))).toEqual([false, 'Admin'])
    expect(of(edited('database', ['connectionType', 'Read']))).toEqual([true, 'Read'])
    for (const type of ['Write', 'Read-Write', 'Admin']) {
      expect(of(edited('database', ['readOnly', true], ['connectionType', type]))).toEqual([false, type])
    }
  })

  it('[CAT-11] TCP: the toggle for reliable delivery mirrors the reliability and is not stored', () => {
    const on = edited('tcp', ['reliableDelivery', true])
    expect(on).toMatchObject({ reliability: 'At-Least-Once' })
    expect(on).not.toHaveProperty('reliableDelivery')
    expect(toggle('tcp', 'reliableDelivery', on)).toBe(true)
    const off = edited('tcp', ['reliableDelivery', true], ['reliableDelivery', false])
    expect(off).toMatchObject({ reliability: 'Best-Effort' })
    expect(toggle('tcp', 'reliableDelivery', off)).toBe(false)
    expect(toggle('tcp', 'reliableDelivery', edited('tcp', ['reliability', 'Exactly-Once']))).toBe(true)
  })

  it('[CAT-12] UDP: broadcast and multicast exclude each other', () => {
    const of = (data: Data) => [data.broadcast, data.multicast]
    expect(of(edited('udp', ['broadcast', true]))).toEqual([true, false])
    expect(of(edited('udp', ['broadcast', true], ['multicast', true]))).toEqual([false, true])
    expect(of(edited('udp', ['multicast', true], ['broadcast', true]))).toEqual([true, false])
    expect(of(edited('udp', ['multicast', true], ['broadcast', false]))).toEqual([false, true])
  })

  it.each([
    ['mqtt', 'cleanSession', 'durableSubscription', { opposite: true }],
    ['mqtt', 'retain', 'persistent', { opposite: false }],
    ['amqp', 'mandatory', 'retryEnabled', { opposite: false }],
    ['amqp', 'immediate', 'circuitBreakerEnabled', { opposite: false }],
  ] as const)('[CAT-13] [CAT-14] %s: %s is %s, seen otherwise', (type, name, behind, { opposite }) => {
    for (const value of [true, false]) {
      const stored = opposite ? !value : value
      const data = edited(type, [name, !value], [name, value])
      expect(data).toMatchObject({ [behind]: stored })
      expect(data).not.toHaveProperty(name)
      expect(toggle(type, name, data)).toBe(value)
      expect(toggle(type, name, edited(type, [behind, stored]))).toBe(value)
    }
  })

  it('[CAT-7] [CAT-62] [CAT-203] database: the subtypes depend on the type; a subtype that is no longer offered becomes empty', () => {
    const { Database } = NODE_KINDS
    const defaults = defaultsOf(Database.properties)
    const offered = (dbType: unknown) =>
      optionsOf(Database.properties.dbSubType, { ...defaults, dbType }).map(({ value }) => value)
    expect(offered('NoSQL')).toEqual(['', 'Document', 'Key-Value', 'Column-Family', 'Graph'])
    expect(offered('Cache')).toEqual(['', 'In-Memory', 'Key-Value'])
    expect(offered('Paper')).toEqual([''])
    expect(offered('toString')).toEqual([''])
    expect(offered(undefined)).toEqual([''])
    expect(setProperty(Database, defaults, 'dbType', 'NoSQL')).toMatchObject({
      data: { dbType: 'NoSQL', dbSubType: '' },
    })
    const graph = { ...defaults, dbSubType: 'Graph' }
    expect(setProperty(Database, graph, 'dbType', 'NoSQL')).toMatchObject({ data: { dbSubType: 'Graph' } })
    expect(setProperty(Database, graph, 'dbSubType', '')).toMatchObject({ data: { dbSubType: '' } })
    expect(setProperty(Database, graph, 'dbSubType', 'Document')).toMatchObject({ ok: false })
  })

  it('[EDT-432] gRPC: while the authentication is mTLS the encryption stays mTLS', () => {
    const { grpc } = EDGE_KINDS
    const edit = setProperty(grpc, defaultsOf(grpc.properties), 'authentication', 'mTLS')
    const data = edit.ok ? edit.data : {}
    expect(setProperty(grpc, data, 'encryption', 'None')).toMatchObject({ ok: false, path: 'encryption' })
    expect(setProperty(grpc, data, 'encryption', 'mTLS')).toMatchObject({ ok: true })
    const other = setProperty(grpc, data, 'authentication', 'OAuth')
    expect(setProperty(grpc, other.ok ? other.data : {}, 'encryption', 'None')).toMatchObject({ ok: true })
  })
})
