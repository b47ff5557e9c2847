import { defaultEdgeType, NODE_TYPES } from '@plimsoll/catalog'
import { describe, expect, it } from 'vitest'

const PAIRS = [
  ['Client', 'Server', 'http'],
  ['Client', 'Database', 'http'],
  ['Client', 'LoadBalancer', 'http'],
  ['Client', 'Client', 'http'],
  ['Client', 'Cache', 'http'],
  ['LoadBalancer', 'Server', 'http'],
  ['LoadBalancer', 'Database', 'http'],
  ['LoadBalancer', 'LoadBalancer', 'http'],
  ['LoadBalancer', 'Client', 'http'],
  ['LoadBalancer', 'Cache', 'http'],
  ['Server', 'Server', 'http'],
  ['Server', 'Database', 'database'],
  ['Server', 'LoadBalancer', 'http'],
  ['Server', 'Client', 'websocket'],
  ['Server', 'Cache', 'tcp'],
  ['Database', 'Server', 'database'],
  ['Database', 'Database', 'database'],
  ['Database', 'LoadBalancer', 'http'],
  ['Database', 'Client', 'http'],
  ['Database', 'Cache', 'http'],
  ['Cache', 'Server', 'tcp'],
  ['Cache', 'Database', 'http'],
  ['Cache', 'LoadBalancer', 'http'],
  ['Cache', 'Client', 'http'],
  ['Cache', 'Cache', 'tcp'],
] as const

describe('the default kind of a new edge', () => {
  it.each(PAIRS)('[CAT-22] %s to %s: %s', (source, target, type) => {
    expect(defaultEdgeType(source, target)).toBe(type)
  })

  it('[CAT-22] is defined for every pair', () => {
    const stated = new Set(PAIRS.map(([source, target]) => `${source} ${target}`))
    expect(stated).toEqual(new Set(NODE_TYPES.flatMap((source) => NODE_TYPES.map((target) => `${source} ${target}`))))
  })
})
