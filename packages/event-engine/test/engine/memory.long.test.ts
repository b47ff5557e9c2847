import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { startRun } from '../../src/engine/run-model.ts'
import { compiled, edge, node } from '../compile/rigs.ts'

const PARTS = 200
const RUNS = 8
const ids = Array.from({ length: PARTS }, (_, part) => part)

/** Clients with a balancer, two servers, a cache and a database each. */
const flow = {
  nodes: ids.flatMap((part) => [
    node('Client', `c${part}`),
    node('LoadBalancer', `b${part}`),
    node('Server', `s${part}`),
    node('Server', `t${part}`),
    node('Cache', `k${part}`),
    node('Database', `d${part}`),
  ]),
  edges: ids.flatMap((part) => [
    edge(`c${part}`, `b${part}`),
    edge(`b${part}`, `s${part}`),
    edge(`b${part}`, `t${part}`),
    edge(`s${part}`, `k${part}`),
    edge(`t${part}`, `k${part}`),
    edge(`k${part}`, `d${part}`),
  ]),
}

function bytesInUse(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

describe('the memory of a run', () => {
  it('[PRD-170] is at most 5,000 bytes for each node of a diagram before its first request', () => {
    const { model } = compiled(flow)
    const start = () => startRun(model, { seed: 1, horizonMs: 1000 })
    // The first run leaves more behind than itself: shapes of objects, compiled code, shared pieces of memory.
    start().advance(100)
    const first = start()
    const before = bytesInUse()
    const runs = Array.from({ length: RUNS }, start)
    const bytes = (bytesInUse() - before) / RUNS
    for (const run of [first, ...runs]) expect(run.timeMs).toBe(0)
    expect(bytes / flow.nodes.length).toBeLessThan(5000)
  })
})
