import { type Data, defaultsOf, EDGE_KINDS, NODE_KINDS, panelSections, SECTION_TITLES } from '@plimsoll/catalog'
import { describe, expect, it } from 'vitest'
import { ALL_KINDS, type AnyKind } from './kinds.ts'

const fieldNames = (kind: AnyKind, data: Data) =>
  panelSections(kind, data).flatMap(({ fields }) => fields.map(({ name }) => name))

describe('the sections of the property panel', () => {
  it.each(ALL_KINDS)('[CAT-18] %s: general first, capacity second, none empty', (_, kind) => {
    const sections = panelSections(kind, defaultsOf(kind.properties))
    expect(sections.slice(0, 2).map(({ id }) => id)).toEqual(['general', 'capacity'])
    for (const { id, title, fields } of sections) {
      expect(title).toBe(SECTION_TITLES[id])
      expect(fields.length).toBeGreaterThan(0)
    }
    expect(sections[0]?.fields.slice(0, 2).map(({ name }) => name)).toEqual(['label', 'description'])
  })

  it('[CAT-17] shows the status of a circuit breaker only when there is one', () => {
    for (const kind of Object.values(EDGE_KINDS)) {
      const data = defaultsOf(kind.properties)
      expect(fieldNames(kind, data)).not.toContain('circuitBreakerStatus')
      expect(fieldNames(kind, { ...data, circuitBreakerEnabled: true })).toContain('circuitBreakerStatus')
    }
  })

  it.each([
    ['Steady', []],
    ['Random', []],
    ['Bursty', ['burstFactor']],
    ['Periodic', ['periodSeconds']],
  ])('[CAT-17] shows what a %s client needs: %j', (requestPattern, shown) => {
    const data = { ...defaultsOf(NODE_KINDS.Client.properties), requestPattern }
    const fields = fieldNames(NODE_KINDS.Client, data).filter((name) => ['burstFactor', 'periodSeconds'].includes(name))
    expect(fields).toEqual(shown)
  })

  it('[CAT-17] always shows the retries of a client: random retries count against them too', () => {
    const data = { ...defaultsOf(NODE_KINDS.Client.properties), retryOnError: false }
    expect(fieldNames(NODE_KINDS.Client, data)).toContain('maxRetries')
  })
})
