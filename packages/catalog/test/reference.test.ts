import { EDGE_KINDS, NODE_KINDS, type ReferenceRow, referenceRows } from '@plimsoll/catalog'
import { describe, expect, it } from 'vitest'
import type { AnyKind } from './kinds.ts'

const row = (kind: AnyKind, name: string): ReferenceRow | undefined =>
  referenceRows(kind).find((candidate) => candidate.name === name)

describe('the reference of properties', () => {
  it.each([
    [NODE_KINDS.Server, 'cpuCores', '4', '1 to 128, whole'],
    [NODE_KINDS.Server, 'minInstances', '1', '1 to maxInstances, whole'],
    [NODE_KINDS.Server, 'averageProcessingTime', '50', 'at least 1'],
    [NODE_KINDS.Server, 'hasGPU', 'no', 'yes or no'],
    [NODE_KINDS.Server, 'restartPolicy', 'Always', 'Always, OnFailure, Never'],
    [NODE_KINDS.Server, 'supportedProtocols', 'HTTP, HTTPS', 'distinct texts, none empty'],
    [
      NODE_KINDS.Database,
      'dbSubType',
      'Relational',
      'SQL: Relational, NewSQL, Graph (Graph SQL); NoSQL: Document, Key-Value, Column-Family, Graph; ' +
        'Cache: In-Memory, Key-Value; Other: Other; or empty',
    ],
    [EDGE_KINDS.default, 'failureProbability', '0.0001', '0 to 1'],
    [EDGE_KINDS.default, 'label', 'empty', 'text of at most 10,000 characters'],
    [EDGE_KINDS.tcp, 'reliableDelivery', '', 'yes: reliability is At-Least-Once; no: Best-Effort'],
    [EDGE_KINDS.mqtt, 'cleanSession', '', 'yes: durableSubscription is no; no: yes'],
  ])('[CAT-27] $type %s: %s, %s', (kind, name, byDefault, allowed) => {
    expect(row(kind, name)).toMatchObject({ default: byDefault, allowed })
  })

  it('[CAT-27] describes the effect in each engine and the condition for being shown', () => {
    expect(row(NODE_KINDS.Client, 'burstFactor')).toMatchObject({
      unit: '×',
      live: 'Rate during a burst',
      events: 'Rate during a burst',
    })
    expect(row(EDGE_KINDS.http, 'circuitBreakerStatus')).toMatchObject({
      help: expect.stringMatching(/\. Shown while circuitBreakerEnabled is yes\.$/),
    })
    expect(row(NODE_KINDS.Server, 'storage')).toMatchObject({ live: '', events: '' })
  })
})
