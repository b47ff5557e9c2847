import {
  commonProperties,
  type Data,
  defaultsOf,
  EDGE_KINDS,
  type Engine,
  fieldsByEngine,
  IGNORED_REASONS,
  NODE_KINDS,
  panelFields,
  panelSections,
  SECTION_TITLES,
} from '@plimsoll/catalog'
import { describe, expect, it } from 'vitest'
import { ALL_KINDS, type AnyKind } from './kinds.ts'

const sectionsOf = (kind: AnyKind, data: Data) => panelSections(panelFields(kind.properties, [{ kind, data }]))

const fieldNames = (kind: AnyKind, data: Data) =>
  sectionsOf(kind, data).flatMap(({ fields }) => fields.map(({ name }) => name))

describe('the sections of the property panel', () => {
  it.each(ALL_KINDS)('[CAT-18] [CAT-67] %s: general first, capacity second, none empty', (_, kind) => {
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

describe('fields by engine', () => {
  const split = (kind: AnyKind, engine: Engine) =>
    fieldsByEngine(panelFields(kind.properties, [{ kind, data: defaultsOf(kind.properties) }]), engine)

  it.each(ALL_KINDS)('[EDT-450] [EDT-453] %s: those that the engine simulates and the name come first', (_, kind) => {
    for (const engine of ['live', 'events'] as const) {
      const { simulated, ignored } = split(kind, engine)
      const folded = ignored.flatMap(({ fields }) => fields)
      expect(simulated.filter(({ property }) => property.effect[engine] === undefined).map(({ name }) => name)).toEqual(
        ['label'],
      )
      expect(folded.filter(({ property }) => property.effect[engine] !== undefined)).toEqual([])
      expect(simulated.length + folded.length).toBe(fieldNames(kind, defaultsOf(kind.properties)).length)
    }
  })

  it('[EDT-452] those that are ignored stand by their reasons, each reason once', () => {
    const { ignored } = split(EDGE_KINDS.websocket, 'events')
    expect(ignored.map(({ reason, fields }) => [reason, fields.map(({ name }) => name)])).toEqual([
      [IGNORED_REASONS.text, ['description', 'protocol']],
      [IGNORED_REASONS.roughLevel, ['bandwidth']],
      [IGNORED_REASONS.promise, ['reliability']],
      [IGNORED_REASONS.drawing, ['animated', 'dashed', 'lineWidth']],
      [IGNORED_REASONS.idleConnection, ['persistent', 'autoReconnect', 'heartbeatEnabled', 'heartbeatIntervalMs']],
      [IGNORED_REASONS.address, ['subprotocol']],
    ])
  })

  it.each(ALL_KINDS)(
    '[EDT-455] %s: a property that an engine ignores says why, of that engine or of both',
    (_, kind) => {
      const faults = Object.entries(kind.properties).flatMap(([name, { effect }]) => {
        const missing = (['live', 'events'] as const).filter((engine) => effect[engine] === undefined)
        if (missing.length === 0) return effect.ignored === undefined ? [] : [`${name} gives a reason for nothing`]
        if (effect.ignored === undefined) return [`${name} gives no reason`]
        const said = IGNORED_REASONS[effect.ignored]
        const named = [said.includes('Ticks') && 'live', said.includes('Queueing') && 'events'].filter(Boolean)
        return (missing.length === 2 ? named.length === 0 : named.join() === missing.join()) ? [] : [`${name}: ${said}`]
      })
      expect(faults).toEqual([])
    },
  )

  it('[EDT-455] every reason is one sentence and is given', () => {
    const given = new Set(
      ALL_KINDS.flatMap(([, { properties }]) => Object.values(properties).map(({ effect }) => effect.ignored)),
    )
    expect(Object.keys(IGNORED_REASONS).filter((reason) => !given.has(reason as keyof typeof IGNORED_REASONS))).toEqual(
      [],
    )
    expect(Object.values(IGNORED_REASONS).filter((said) => !/^\p{Lu}[^.]+\.$/u.test(said))).toEqual([])
  })

  it('[EDT-457] a property of several kinds is simulated where one of them is', () => {
    const { http, eventStream } = EDGE_KINDS
    for (const kinds of [
      [http, eventStream],
      [eventStream, http],
    ]) {
      const { weight } = commonProperties(kinds)
      expect(weight?.effect).toEqual({ events: http.properties.weight.effect.events, ignored: 'wayChoice' })
    }
    const { maxRetries } = commonProperties([NODE_KINDS.Client, http])
    expect(maxRetries?.effect).toEqual({
      live: 'A request with more retries fails',
      events: 'Retries by the client; Most retries of a call',
    })
  })
})
