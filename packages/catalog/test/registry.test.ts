import {
  EDGE_TYPES,
  type EdgeType,
  edgeLook,
  hasSpecificProperties,
  isEdgeType,
  isNodeType,
  NODE_TYPES,
  type NodeType,
  nodeKindLabel,
  nodeSummary,
  nodeTypeOf,
} from '@plimsoll/catalog'
import { describe, expect, it } from 'vitest'

describe('names of kinds', () => {
  it('[CAT-23] accepts a node type in both spellings, and no other text', () => {
    for (const type of NODE_TYPES) {
      expect(isNodeType(type)).toBe(true)
      expect(nodeTypeOf(type)).toBe(type)
      expect(nodeTypeOf(type.slice(0, 1).toLowerCase() + type.slice(1))).toBe(type)
    }
    for (const other of ['loadbalancer', 'LOADBALANCER', 'Queue', 'toString', '__proto__', '']) {
      expect(isNodeType(other)).toBe(false)
      expect(nodeTypeOf(other)).toBeNull()
    }
    expect([undefined, null, 1, ['Server'], { toString: () => 'Server' }].some(isNodeType)).toBe(false)
  })

  it('[CAT-63] labels an unknown type "Unknown Type"', () => {
    expect(NODE_TYPES.map(nodeKindLabel)).toEqual(['Server', 'Database', 'Load Balancer', 'Client', 'Cache'])
    expect(['server', 'Queue', 'constructor', ''].map(nodeKindLabel)).toEqual(Array(4).fill('Unknown Type'))
  })

  it('[CAT-24] every edge kind but the default has specific properties', () => {
    expect(EDGE_TYPES.filter((type) => !hasSpecificProperties(type))).toEqual(['default'])
    expect(EDGE_TYPES.every(isEdgeType)).toBe(true)
    expect(['HTTP', 'constructor', '', 1, null].some(isEdgeType)).toBe(false)
  })
})

describe('the summary of a node', () => {
  it.each<[NodeType, Record<string, unknown>, string]>([
    ['Server', {}, '4 cores · 2.5 GHz · 8 GB'],
    ['Server', { cpuCores: 1, memory: 1024 }, '1 core · 2.5 GHz · 1,024 GB'],
    ['Database', {}, 'SQL · Relational · 100 GB'],
    ['Database', { dbType: 'NoSQL', dbSubType: '' }, 'NoSQL · 100 GB'],
    ['LoadBalancer', {}, 'Application · Round Robin'],
    ['Client', { concurrentUsers: 12_000 }, 'Browser · 12,000 users · WiFi'],
    ['Client', { concurrentUsers: 1 }, 'Browser · 1 user · WiFi'],
    ['Cache', {}, 'In-Memory · 80% hits'],
    ['Cache', { expectedHitRate: 0.995 }, 'In-Memory · 99.5% hits'],
  ])('[CAT-19] %s %j: %s', (type, data, line) => {
    expect(nodeSummary(type, data)).toBe(line)
  })
})

describe('the look of an edge', () => {
  it.each<[Record<string, unknown>, string, number, string | null]>([
    [{}, 'insecure', 1, null],
    [{ useTLS: true }, 'secure', 1, null],
    [{ encryption: 'mTLS' }, 'secure', 1, null],
    [{ useTLS: true, latencyMs: 300 }, 'secure', 1, null],
    [{ useTLS: true, latencyMs: 301 }, 'slow', 1, 'Latency over 300 ms'],
    [{ bandwidthMbps: 49 }, 'insecure', 1, null],
    [{ bandwidthMbps: 125 }, 'insecure', 2.5, null],
    [{ bandwidthMbps: 251 }, 'insecure', 5, null],
    [{ lineWidth: 9 }, 'insecure', 1, null],
  ])('[CAT-20] [CAT-68] HTTP %j: %s, %d px', (data, tone, width, highlight) => {
    expect(edgeLook('http', data)).toMatchObject({ tone, width, highlight })
  })

  it.each<[EdgeType, Record<string, unknown>, string | null]>([
    ['websocket', { messageRatePerSecond: 50 }, null],
    ['websocket', { messageRatePerSecond: 50.5 }, 'Over 50 messages/s'],
    ['eventStream', { retentionPeriodHours: 72 }, null],
    ['eventStream', { retentionPeriodHours: 73 }, 'Retention over 72 h'],
  ])('[CAT-21] %s %j is highlighted: %s', (type, data, highlight) => {
    expect(edgeLook(type, data)).toMatchObject({ tone: 'neutral', width: 2, highlight })
  })

  it.each(EDGE_TYPES)('[CAT-21] %s follows its line width, dashes, movement and direction', (type) => {
    const data = { lineWidth: 4, dashed: true, animated: false, bidirectional: true }
    const look = edgeLook(type, data)
    expect(look).toMatchObject({ dashed: true, animated: false, bidirectional: true })
    if (type !== 'http') expect(look).toMatchObject({ tone: 'neutral', width: 4, highlight: null })
  })
})
