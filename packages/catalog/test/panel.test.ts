import { type Data, defaultsOf, EDGE_KINDS, panelFields, panelSections, SECTION_TITLES } from '@plimsoll/catalog'
import { describe, expect, it } from 'vitest'
import { ALL_KINDS, type AnyKind } from './kinds.ts'

const sectionsOf = (kind: AnyKind, data: Data) => panelSections(panelFields(kind.properties, [{ kind, data }]))

const fieldNames = (kind: AnyKind, data: Data) =>
  sectionsOf(kind, data).flatMap(({ fields }) => fields.map(({ name }) => name))

describe('the sections of the property panel', () => {
  it.each(ALL_KINDS)('[CAT-18] %s: general first, capacity second, none empty', (_, kind) => {
    const sections = sectionsOf(kind, defaultsOf(kind.properties))
    expect(sections.slice(0, 2).map(({ id }) => id)).toEqual(['general', 'capacity'])
    for (const { id, title, fields } of sections) {
      expect(title).toBe(SECTION_TITLES[id])
      expect(fields.length).toBeGreaterThan(0)
    }
    expect(sections[0]?.fields.slice(0, 2).map(({ name }) => name)).toEqual(['label', 'description'])
  })

  it('[CAT-17] shows the status of a circuit breaker only while it is enabled', () => {
    for (const kind of Object.values(EDGE_KINDS)) {
      const data = defaultsOf(kind.properties)
      expect(fieldNames(kind, data)).not.toContain('circuitBreakerStatus')
      expect(fieldNames(kind, { ...data, circuitBreakerEnabled: true })).toContain('circuitBreakerStatus')
    }
  })

  it.each(ALL_KINDS)('[CAT-17] %s: shows every other property for any data', (_, kind) => {
    const declared = Object.keys(kind.properties).filter((name) => name !== 'circuitBreakerStatus')
    for (const data of [{}, defaultsOf(kind.properties)]) {
      expect(
        fieldNames(kind, data)
          .filter((name) => name !== 'circuitBreakerStatus')
          .sort(),
      ).toEqual(declared.sort())
    }
  })
})
