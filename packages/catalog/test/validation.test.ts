import { boundsOf, checkData, completeData, defaultsOf, EDGE_KINDS, NODE_KINDS } from '@plimsoll/catalog'
import { describe, expect, it } from 'vitest'

const { Server } = NODE_KINDS

describe('checking the data of a node or edge', () => {
  it('[CAT-26] reports every fault, each with the name of its property', () => {
    expect(
      checkData(Server.properties, {
        cpuCores: 0,
        cpuSpeed: Number.NaN,
        region: 'moon',
        hasGPU: 'yes',
        label: 7,
        supportedProtocols: ['HTTP', ''],
        minInstances: 11,
      }),
    ).toEqual([
      { path: 'label', message: 'must be a text' },
      { path: 'cpuCores', message: 'must be at least 1' },
      { path: 'cpuSpeed', message: 'must be a number' },
      { path: 'hasGPU', message: 'must be true or false' },
      { path: 'supportedProtocols', message: 'must not hold an empty text' },
      { path: 'minInstances', message: 'must be at most 10 (maxInstances)' },
      {
        path: 'region',
        message: 'must be one of us-east-1, us-west-2, eu-west-1, ap-northeast-1, ap-southeast-1',
      },
    ])
  })

  it('[CAT-26] [CAT-64] treats missing properties as their defaults, and ignores unknown keys', () => {
    expect(checkData(Server.properties, {})).toEqual([])
    expect(checkData(Server.properties, { colour: 'red', toString: 1 })).toEqual([])
  })

  it('[CAT-26] ignores a stored value of a mirror', () => {
    expect(checkData(EDGE_KINDS.mqtt.properties, { cleanSession: 'perhaps' })).toEqual([])
  })

  it('[CAT-202] accepts the second default of the specification where a bound allows it', () => {
    expect(checkData(NODE_KINDS.Client.properties, { packetLossRate: 0.001 })).toEqual([])
    expect(checkData(EDGE_KINDS.grpc.properties, { keepAliveTimeMs: 30_000, timeout: 5000 })).toEqual([])
    expect(checkData(EDGE_KINDS.tcp.properties, { socketBufferSizeKB: 8, timeout: 5000 })).toEqual([])
    expect(checkData(EDGE_KINDS.udp.properties, { packetSizeBytes: 512 })).toEqual([])
    expect(checkData(EDGE_KINDS.kafka.properties, { messageExpirationMs: 604_800_000, maxQueueSizeMB: 1024 })).toEqual(
      [],
    )
  })

  it('[CAT-5] resolves linked bounds, and leaves one open whose property holds no number', () => {
    const { maxInstances } = Server.properties
    expect(boundsOf(maxInstances, { minInstances: 7 })).toEqual({ min: 7, max: 1000 })
    expect(boundsOf(maxInstances, { minInstances: 'seven' })).toEqual({ min: null, max: 1000 })
    expect(boundsOf(EDGE_KINDS.database.properties.maxConnections, { minConnections: 5 })).toEqual({
      min: 5,
      max: null,
    })
    expect(boundsOf(Server.properties.region, {})).toEqual({ min: null, max: null })
  })

  it('[CAT-6] returns frozen defaults', () => {
    const defaults = defaultsOf(Server.properties)
    expect(() => Object.assign(defaults, { cpuCores: 99 })).toThrow(TypeError)
    expect(defaultsOf(Server.properties).cpuCores).toBe(4)
  })

  it('[CAT-8] limits lists', () => {
    const list = (items: readonly string[]) => checkData(Server.properties, { supportedProtocols: items })
    const texts = (count: number) => Array.from({ length: count }, (_, index) => `protocol ${index}`)
    expect(list(texts(100))).toEqual([])
    expect(list(texts(101))).toEqual([{ path: 'supportedProtocols', message: 'must hold at most 100 texts' }])
    expect(list(['x'.repeat(200)])).toEqual([])
    expect(list(['x'.repeat(201)])).toHaveLength(1)
  })

  it('[CAT-26] completes data consistently: no subtype of another database type', () => {
    const { properties } = NODE_KINDS.Database
    expect(completeData(properties, {})).toEqual(defaultsOf(properties))
    expect(completeData(properties, { dbType: 'NoSQL' })).toMatchObject({ dbType: 'NoSQL', dbSubType: '' })
    expect(completeData(properties, { dbType: 'NoSQL', dbSubType: 'Document' }).dbSubType).toBe('Document')
    expect(checkData(properties, completeData(properties, { dbType: 'Other' }))).toEqual([])
  })
})
