import { checkData, type Data, defaultsOf, NODE_KINDS, optionsOf, type Property, setProperty } from '@plimsoll/catalog'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ALL_KINDS, type AnyKind } from './kinds.ts'

const { Server } = NODE_KINDS
const server: Data = defaultsOf(Server.properties)

const anyKind = fc.constantFrom(...ALL_KINDS.map(([, kind]) => kind))

/** Valid values of a property, mixed with invalid ones. */
function candidate(property: Property, data: Data): fc.Arbitrary<unknown> {
  const likely: { readonly [T in Property['type']]: fc.Arbitrary<unknown> } = {
    number: fc.oneof(fc.integer({ min: 0, max: 200 }), fc.double({ min: 0, max: 1 })),
    choice: fc.constantFrom('', ...optionsOf(property, data).map(({ value }) => value)),
    'dependent-choice': fc.constantFrom(
      '',
      'Graph',
      'Document',
      ...optionsOf(property, data).map(({ value }) => value),
    ),
    flag: fc.boolean(),
    mirror: fc.boolean(),
    text: fc.string(),
    list: fc.array(fc.string(), { maxLength: 3 }),
  }
  return fc.oneof({ weight: 4, arbitrary: likely[property.type] }, { weight: 1, arbitrary: fc.anything() })
}

/** An edit of one of the kind's properties. */
const editOf = (kind: AnyKind): fc.Arbitrary<{ name: string; value: unknown }> =>
  fc
    .constantFrom(...Object.entries(kind.properties))
    .chain(([name, property]) => candidate(property, defaultsOf(kind.properties)).map((value) => ({ name, value })))

describe('editing a property', () => {
  it('[CAT-15] sets a property by its name, and an item of a list by its dotted path', () => {
    expect(setProperty(Server, server, 'cpuCores', 128)).toEqual({ ok: true, data: { ...server, cpuCores: 128 } })
    expect(setProperty(Server, server, 'supportedProtocols.1', 'gRPC')).toEqual({
      ok: true,
      data: { ...server, supportedProtocols: ['HTTP', 'gRPC'] },
    })
  })

  it.each([
    ['cpuCores', 129, 'must be at most 128'],
    ['cpuCores', 0, 'must be at least 1'],
    ['cpuCores', 2.5, 'must be a whole number'],
    ['cpuCores', '4', 'must be a number'],
    ['cpuCores', undefined, 'must be a number'],
    ['minInstances', 11, 'must be at most 10 (maxInstances)'],
    ['maxInstances', 0, 'must be at least 1 (minInstances)'],
    ['scalingMetric', 'Mood', 'must be one of CPU, Memory, Requests, Custom'],
    ['supportedProtocols', ['HTTP', 'HTTP'], 'must not hold the same text twice'],
    ['supportedProtocols', [' '], 'must not hold an empty text'],
    ['supportedProtocols.1', 'HTTP', 'must not hold the same text twice'],
    ['supportedProtocols.2', 'gRPC', 'reaches no value of this property'],
    ['supportedProtocols.length', 'gRPC', 'reaches no value of this property'],
    ['supportedProtocols.0.0', 'gRPC', 'reaches no value of this property'],
    ['label.0', 'x', 'reaches no value of this property'],
    ['cpuCores.constructor', 1, 'reaches no value of this property'],
    ['__proto__.x', 1, 'is not a property of this kind'],
    ['constructor', 1, 'is not a property of this kind'],
    ['', 1, 'is not a property of this kind'],
  ])('[CAT-4] [CAT-8] [CAT-15] [CAT-201] refuses %s = %j: %s', (path, value, message) => {
    expect(setProperty(Server, server, path, value)).toEqual({ ok: false, path, message })
  })

  it('[CAT-5] limits each of two linked bounds by the current value or default of the other', () => {
    const wide = { ...server, minInstances: 5, maxInstances: 50 }
    expect(setProperty(Server, wide, 'minInstances', 50).ok).toBe(true)
    expect(setProperty(Server, wide, 'minInstances', 51).ok).toBe(false)
    expect(setProperty(Server, wide, 'maxInstances', 5).ok).toBe(true)
    expect(setProperty(Server, wide, 'maxInstances', 4).ok).toBe(false)
    expect(setProperty(Server, {}, 'minInstances', 11).ok).toBe(false)
  })

  it('[CAT-16] checks the changed property only', () => {
    const crossed = { ...server, minInstances: 20, maxInstances: 10, cpuSpeed: 'fast' }
    expect(setProperty(Server, crossed, 'cpuCores', 8)).toEqual({ ok: true, data: { ...crossed, cpuCores: 8 } })
    expect(setProperty(Server, crossed, 'maxInstances', 20).ok).toBe(true)
  })

  it('[CAT-16] preserves unknown keys', () => {
    const noted = { ...server, 'written by hand': [1, { deep: true }] }
    expect(setProperty(Server, noted, 'cpuCores', 8)).toEqual({ ok: true, data: { ...noted, cpuCores: 8 } })
  })

  it('[CAT-15] any sequence of edits leaves data valid; refused edits change nothing; input is never mutated', () => {
    const runs = anyKind.chain((kind) => fc.tuple(fc.constant(kind), fc.array(editOf(kind), { maxLength: 30 })))
    fc.assert(
      fc.property(runs, ([kind, edits]) => {
        let data: Data = defaultsOf(kind.properties)
        for (const { name, value } of edits) {
          const before = structuredClone(data)
          const edit = setProperty(kind, Object.freeze(data), name, value)
          expect(data).toEqual(before)
          if (!edit.ok) continue
          expect(checkData(kind.properties, edit.data)).toEqual([])
          expect(Object.keys(edit.data).sort()).toEqual(Object.keys(before).sort())
          data = edit.data
        }
      }),
      { numRuns: 500 },
    )
  })

  it('[CAT-15] no path and no value reaches outside the declared properties', () => {
    const keys = fc.oneof(
      fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '0', 'length', ''),
      fc.string(),
    )
    const paths = fc.oneof(
      fc.array(keys, { minLength: 1, maxLength: 4 }),
      fc.tuple(fc.constantFrom('supportedProtocols', 'label', 'cpuCores'), keys),
    )
    fc.assert(
      fc.property(paths, fc.anything(), (path, value) => {
        const edit = setProperty(Server, Object.freeze({ ...server }), path.join('.'), value)
        if (!edit.ok) return
        expect(Object.getPrototypeOf(edit.data)).toBe(Object.prototype)
        expect(checkData(Server.properties, edit.data)).toEqual([])
        expect(Object.keys(edit.data).sort()).toEqual(Object.keys(server).sort())
      }),
      { numRuns: 2000 },
    )
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})
