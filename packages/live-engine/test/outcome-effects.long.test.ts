import {
  EDGE_TYPES,
  type EdgeType,
  edgeKind,
  NODE_TYPES,
  type NodeType,
  nodeKind,
  type PropertyValue,
} from '@plimsoll/catalog'
import { createEdge, createNode, type Flow } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import { sized } from '../../../tooling/lib/test-size.ts'
import { edge, flow, node } from './support/flows.ts'
import { type Row, rows } from './support/property-rows.ts'
import { started, tick } from './support/runs.ts'

type Settings = Readonly<Record<string, PropertyValue>>
type Draw = (settings: Settings, users: number) => Flow

/** Loads from a few requests to more than the component can take, first those that show most effects. */
const LOADS = [40, 100, 12, 60, 24, 80, 32, 16, 4]
/** Those at which what has no effect is looked for one. */
const LOADS_OF_NONE = sized({ small: [40], full: LOADS })
const TICKS = 60

/** Where an effect needs a setting beside the property's own to show. */
const BESIDE: Readonly<Record<string, Settings>> = {
  Server: { maxConcurrentRequests: 10, averageProcessingTime: 400 },
  Database: { maxConnections: 10, averageLatency: 399 },
  LoadBalancer: { maxConnections: 40, processingLatency: 400 },
  Cache: { maxThroughput: 100, averageLatency: 400 },
  Client: { requestPattern: 'Bursty' },
}

const PROPERTY_BESIDE: Readonly<Record<string, Settings>> = {
  periodSeconds: { requestPattern: 'Periodic' },
}

const drawNode =
  (type: NodeType): Draw =>
  (settings, users) =>
    flow(
      [
        node('Client', 'c', { concurrentUsers: users, requestPattern: 'Periodic', periodSeconds: 4 }),
        createNode(type, { id: 'x', position: { x: 0, y: 0 }, settings: { ...settings } }),
        node('Server', 's'),
        node('Server', 's2', { maxConcurrentRequests: 20 }),
        node('Database', 'd'),
      ],
      [edge('c', 'x'), edge('x', 's'), edge('x', 's2'), edge('x', 'd'), edge('s', 'd')],
    )

const drawEdge =
  (type: EdgeType): Draw =>
  (settings, users) =>
    flow(
      [
        node('Client', 'c', { concurrentUsers: users }),
        node('Server', 's'),
        node('Server', 's2'),
        node('Database', 'd'),
      ],
      [
        createEdge(type, { id: 'x', ends: { source: 'c', target: 's' }, settings: { ...settings } }),
        edge('c', 's2'),
        edge('s', 'd'),
        edge('s2', 'd'),
      ],
    )

/** Properties of a client whose effect shows where requests fail. */
const SHOWN_ALONE = ['retryOnError', 'maxRetries']

/** A client that leads nowhere, so that its requests find no next node. */
const drawAlone: Draw = (settings) =>
  flow([createNode('Client', { id: 'x', position: { x: 0, y: 0 }, settings: { ...settings } }), node('Server', 's')])

const OUTCOMES = new Map<string, string>()

/** Every byte that a run shows. */
function outcome(drawn: Flow): string {
  const key = JSON.stringify(drawn)
  const known = OUTCOMES.get(key)
  if (known !== undefined) return known
  const run = tick(started(drawn), TICKS)
  const text = JSON.stringify([run.snapshot(), run.requests(), run.history()])
  OUTCOMES.set(key, text)
  return text
}

function changes({ type, name, beside, values, stated }: Row, inCompany: Draw): string {
  const draw = type === 'Client' && SHOWN_ALONE.includes(name) ? drawAlone : inCompany
  const around = { ...BESIDE[type], ...beside, ...PROPERTY_BESIDE[name] }
  const differs = (stated === 'no effect' ? LOADS_OF_NONE : LOADS).some((users) => {
    const before = outcome(draw(around, users))
    return values.some((value) => outcome(draw({ ...around, [name]: value }, users)) !== before)
  })
  return differs ? 'an effect' : 'no effect'
}

describe('what a run of Ticks shows', () => {
  it.each(NODE_TYPES)(
    '[EDT-458] %s: a property changes it exactly where its mark says so',
    (type) => {
      for (const row of rows([nodeKind(type)])) expect.soft(changes(row, drawNode(type)), row.name).toBe(row.stated)
    },
    120_000,
  )

  it.each(EDGE_TYPES)(
    '[EDT-458] %s connection: a property changes it exactly where its mark says so',
    (type) => {
      for (const row of rows([edgeKind(type)])) expect.soft(changes(row, drawEdge(type)), row.name).toBe(row.stated)
    },
    120_000,
  )
})
