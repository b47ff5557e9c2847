import type { Data } from '@plimsoll/catalog'
import { describe, expect, it } from 'vitest'
import { runModel } from '../../src/engine/run-model.ts'
import { compiled, TESTED_KINDS, type TestedKind, written } from './rigs.ts'
import { findPair } from './search.ts'

type Compiled = ReturnType<typeof compiled>

const OUTCOMES = new WeakMap<Compiled, string>()

/** What a run measures; a model that is held against several is run once. */
function outcome(compiled: Compiled, durationS: number): string {
  const known = OUTCOMES.get(compiled)
  if (known !== undefined) return known
  const text = JSON.stringify(runModel(compiled.model, { seed: 7, durationMs: durationS * 1000, warmUpMs: 0 }))
  OUTCOMES.set(compiled, text)
  return text
}

/** What shows only under a load, after a time or with a setting of its own. */
interface Scene {
  readonly beside: Data
  readonly value: unknown
  readonly simulation?: unknown
  readonly durationS: number
}

const SCALING = { autoScaling: true, instances: 1, cpuCores: 1, averageProcessingTime: 100, scalingThreshold: 50 }
const CRASH = { faults: { node: 'x', atS: 1, forS: 50 } }
const WATCHED = { healthCheckEnabled: true, healthCheckInterval: 5, restartPolicy: 'Always' }
const CHECKS = {
  healthCheckEnabled: true,
  healthCheckInterval: 2,
  healthCheckTimeout: 1,
  unhealthyThreshold: 2,
  healthyThreshold: 2,
}
const S1_DOWN = { faults: { node: 's1', atS: 1, forS: 20 } }
const D_DOWN = { faults: { node: 'd', atS: 1, forS: 20 } }
const FAILING = { failureProbability: 0.5, retryEnabled: true, retryIntervalMs: 100, maxRetries: 3 }
const retries = (value: unknown): Scene => ({ beside: FAILING, value, durationS: 3 })

const SCENES: Readonly<Record<string, Readonly<Record<string, Scene>>>> = {
  Server: {
    memory: { beside: { averageProcessingTime: 2000 }, value: 1, simulation: { footprintMB: 500 }, durationS: 4 },
    autoScaling: { beside: { ...SCALING, autoScaling: false }, value: true, durationS: 60 },
    minInstances: { beside: { ...SCALING, instances: 3, averageProcessingTime: 1 }, value: 5, durationS: 60 },
    maxInstances: { beside: SCALING, value: 2, durationS: 120 },
    scalingMetric: { beside: { ...SCALING, maxConcurrentRequests: 1000 }, value: 'Memory', durationS: 60 },
    scalingThreshold: { beside: { ...SCALING, instances: 3 }, value: 95, durationS: 60 },
    deploymentType: { beside: SCALING, value: 'VM', durationS: 100 },
    restartPolicy: { beside: WATCHED, value: 'Never', simulation: CRASH, durationS: 20 },
    healthCheckEnabled: { beside: WATCHED, value: false, simulation: CRASH, durationS: 20 },
    healthCheckInterval: { beside: WATCHED, value: 1, simulation: CRASH, durationS: 20 },
  },
  Database: {
    autoScaling: { beside: { maxConnections: 1, averageLatency: 50 }, value: true, durationS: 60 },
  },
  LoadBalancer: {
    connectToAutoScaling: {
      beside: { connectToAutoScaling: false },
      value: true,
      simulation: { service: { s1: 'exp' } },
      durationS: 60,
    },
    rateLimitingEnabled: { beside: { maxThroughput: 5 }, value: true, durationS: 3 },
    sessionPersistence: { beside: {}, value: true, simulation: { arrivals: 'closed' }, durationS: 5 },
    sessionTimeout: {
      beside: { sessionPersistence: true },
      value: 0.001,
      simulation: { arrivals: 'closed' },
      durationS: 5,
    },
    highAvailability: { beside: { failoverStrategy: 'N+1' }, value: true, simulation: CRASH, durationS: 10 },
    failoverStrategy: { beside: { highAvailability: true }, value: 'Active-Active', simulation: CRASH, durationS: 4 },
    healthCheckEnabled: {
      beside: { ...CHECKS, healthCheckEnabled: false },
      value: true,
      simulation: S1_DOWN,
      durationS: 20,
    },
    healthCheckInterval: { beside: CHECKS, value: 4, simulation: S1_DOWN, durationS: 20 },
    healthCheckTimeout: { beside: CHECKS, value: 3, simulation: S1_DOWN, durationS: 20 },
    unhealthyThreshold: { beside: CHECKS, value: 4, simulation: S1_DOWN, durationS: 20 },
    healthyThreshold: {
      beside: CHECKS,
      value: 4,
      simulation: { faults: { node: 's1', atS: 1, forS: 10 } },
      durationS: 30,
    },
  },
  Client: {
    retryOnError: { beside: {}, value: true, simulation: D_DOWN, durationS: 5 },
    maxRetries: { beside: { retryOnError: true }, value: 1, simulation: D_DOWN, durationS: 9 },
    burstFactor: { beside: { requestPattern: 'Bursty' }, value: 10, durationS: 25 },
    periodSeconds: { beside: { requestPattern: 'Periodic' }, value: 20, durationS: 25 },
  },
}

const QUEUE = { partitioning: false, averageRequestSizeKB: 1024, maxQueueSizeMB: 1 }

const EDGE_SCENES: Readonly<Record<string, Scene>> = {
  retryEnabled: retries(false),
  retryStrategy: retries('Constant'),
  maxRetries: retries(1),
  retryIntervalMs: retries(300),
  circuitBreakerEnabled: { beside: { failureProbability: 0.9 }, value: true, durationS: 10 },
  connectionPoolEnabled: { beside: { maxConcurrentConnections: 1 }, value: true, durationS: 3 },
  messagePriority: { beside: {}, value: 'Critical', durationS: 60 },
  maxQueueSizeMB: { beside: QUEUE, value: 100, durationS: 3 },
  deadLetterQueueEnabled: { beside: QUEUE, value: true, durationS: 3 },
  retentionPeriodHours: { beside: { sharding: false, retentionPeriodHours: 1e-4 }, value: 1, durationS: 5 },
}

/** Said beside the results, not measured. */
const isSaid = (phrase: string) => phrase.startsWith('Warns') || phrase === 'Cost of the run'

/** Runs that a property gets to show its effect. */
const MOST_RUNS = 70

describe('every property that is said to have an effect', () => {
  it.each(TESTED_KINDS.map((kind) => [kind.name, kind] as const))(
    '[SIM-240] [EDT-459] %s changes what a run measures',
    (_, kind) => {
      const unseen = Object.entries(kind.properties).flatMap(([name, { type, effect }]) => {
        const phrase = effect.events
        if (type === 'mirror' || phrase === undefined || isSaid(phrase)) return []
        return isSeen(kind, name) ? [] : [`${name}: ${phrase}`]
      })
      expect(unseen).toEqual([])
    },
    120_000,
  )
})

function isSeen(kind: TestedKind, name: string): boolean {
  const scene =
    SCENES[kind.name.replace('component ', '')]?.[name] ??
    (kind.name.startsWith('connection') ? EDGE_SCENES[name] : undefined)
  if (scene !== undefined) {
    const { beside, value, simulation, durationS } = scene
    const [before, after] = [beside, { ...beside, [name]: value }].map((data) =>
      outcome(compiled(kind.rig(data), simulation), durationS),
    )
    return before !== after
  }
  let runs = 0
  const shows = (before: Compiled, after: Compiled) => {
    if (runs > MOST_RUNS || written(before, false) === written(after, false)) return false
    runs += 2
    return outcome(before, 3) !== outcome(after, 3)
  }
  return findPair(kind, name, { isDifferent: shows, deep: true }) !== null
}
