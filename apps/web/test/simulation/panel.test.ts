import { createEdge, createNode, type Flow } from '@plimsoll/flow'
import type { RunSnapshot } from '@plimsoll/simulation'

import { describe, expect, it } from 'vitest'
import { FIGURES, figureText, HEADLINES } from '../../src/features/editor/panels/simulation/common/figures.ts'
import { ranking } from '../../src/features/editor/panels/simulation/ranking.ts'
import { shareBand } from '../../src/features/editor/panels/simulation/share-band.ts'
import { elementName } from '../../src/features/editor/ui/element-names.ts'
import { loadLevel } from '../../src/shared/scene/load-level.ts'
import { percent } from '../../src/shared/text/number-text.ts'

const snapshot = {
  elapsedTime: 12_300,
  averageResponseTime: 612.44,
  averageRequestSize: 1.1849,
  activeRequests: 61,
  completedRequests: 1234,
  failedRequests: 3,
  successRate: 99.7,
  errorRate: 0.3,
  requestsPerSecond: 98.888,
} as unknown as RunSnapshot

const texts = (of: RunSnapshot | null) =>
  Object.fromEntries(
    [...HEADLINES, ...FIGURES].map((definition) => [
      definition.name,
      figureText(definition, of)
        .map(({ value, unit }) => `${value} ${unit}`.trim())
        .join(' '),
    ]),
  )

describe('figures', () => {
  it('[RUN-14] [RUN-302] are named and shown with their units', () => {
    expect(texts(snapshot)).toEqual({
      'Elapsed time': '12.3 s',
      'Average response time': '612.4 ms',
      'Average request size': '1.18 KB',
      'Active requests': '61',
      'Completed requests': '1,234',
      'Failed requests': '3',
      'Success rate': '99.70 %',
      'Error rate': '0.30 %',
      'Requests per second': '98.9 rps',
    })
  })

  it('[RUN-303] show long times in minutes', () => {
    expect(texts({ ...snapshot, elapsedTime: 1_805_000 })['Elapsed time']).toBe('30 min 05.0 s')
  })

  it('[RUN-731] show no time of sixty seconds', () => {
    const shown = [59_949, 59_960, 119_960].map((elapsedTime) => texts({ ...snapshot, elapsedTime })['Elapsed time'])
    expect(shown).toEqual(['59.9 s', '1 min 00.0 s', '2 min 00.0 s'])
  })

  it('[RUN-15] are zero without a run', () => {
    const values = Object.values(texts(null)).map((text) => Number.parseFloat(text))
    expect(values).toEqual(Array(9).fill(0))
  })

  it('show utilization as a percentage', () => {
    expect(percent(0.724)).toBe('72 %')
  })
})

describe('bands', () => {
  it('[RUN-307] of utilization begin above 50, 70 and 90 %', () => {
    expect([0, 0.5, 0.501, 0.7, 0.701, 0.9, 0.901, 1].map(loadLevel)).toEqual([
      'calm',
      'calm',
      'busy',
      'busy',
      'high',
      'high',
      'full',
      'full',
    ])
  })

  it('[RUN-312] of shares begin above 5, 10 and 25 %', () => {
    expect([0, 0.05, 0.051, 0.1, 0.101, 0.25, 0.251, 1].map(shareBand)).toEqual([0, 0, 5, 5, 10, 10, 25, 25])
  })
})

describe('lists', () => {
  it('[RUN-304] are ordered by utilization, ties as in the flow', () => {
    const order = ranking(['a', 'b', 'c', 'd'], [0.2, 0.9, 0.2, 0.5])
    expect(order.map(({ id }) => id)).toEqual(['b', 'd', 'a', 'c'])
  })

  it('[RUN-78] leave out what cannot be loaded', () => {
    expect(ranking(['a', 'b', 'c'], [0, 0.9, 0.2], new Set(['a', 'b']))).toEqual([{ id: 'c', utilization: 0.2 }])
  })

  it('[RUN-21] [RUN-712] call a component and a connection by their labels, a connection without one by its ends', () => {
    const at = { x: 0, y: 0 }
    const flow: Flow = {
      nodes: [
        createNode('Client', { id: 'a', position: at, settings: { label: 'Browser' } }),
        createNode('Server', { id: 'b', position: at, settings: { label: 'API' } }),
      ],
      edges: [
        createEdge('http', { id: 'e', ends: { source: 'a', target: 'b' } }),
        createEdge('http', { id: 'f', ends: { source: 'b', target: 'a' }, settings: { label: 'Answers' } }),
      ],
    }
    expect(elementName(flow, { of: 'node', id: 'a' })).toBe('Browser')
    expect(elementName(flow, { of: 'edge', id: 'e' })).toBe('Browser → API')
    expect(elementName(flow, { of: 'edge', id: 'f' })).toBe('Answers')
    expect(elementName(flow, { of: 'node', id: '__proto__' })).toBe('Deleted')
    expect(elementName(flow, { of: 'edge', id: 'gone' })).toBe('Deleted')
  })
})
