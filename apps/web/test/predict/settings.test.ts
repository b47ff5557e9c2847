import { objectiveScopes, objectiveText, SIMULATION_SETTINGS } from '@plimsoll/experiments'
import { createEdge, createNode } from '@plimsoll/flow'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ObjectivesField } from '../../src/features/editor/panels/predict/objectives-field.tsx'
import { readNumber } from '../../src/features/editor/panels/predict/read-number.ts'
import { OBJECTIVE_TEMPLATES, objectiveFault } from '../../src/features/editor/panels/predict/saved-objectives.ts'
import {
  describePrice,
  NO_PRICE,
  readPrice,
  savedPrices,
} from '../../src/features/editor/panels/predict/saved-prices.ts'
import { savedSetting, settingChange } from '../../src/features/editor/panels/predict/saved-setting.ts'
import { SettingsForm } from '../../src/features/editor/panels/predict/settings-form.tsx'
import { EditorSessionProvider } from '../../src/features/editor/session/use-editor-session.ts'
import { testSession } from '../editor-session.ts'

describe('settings of a prediction', () => {
  it('[PRD-10] are all in the form, each with its unit and its help', () => {
    const form = [createElement(ObjectivesField, { key: 1 }), createElement(SettingsForm, { key: 2 })]
    const markup = renderToStaticMarkup(createElement(EditorSessionProvider, { value: testSession() }, form))
    for (const setting of SIMULATION_SETTINGS) {
      expect(markup).toContain(`>${setting.label}<`)
      expect(markup).toContain(`>${renderToStaticMarkup(setting.help)}`)
      if (setting.kind === 'number' && setting.unit !== '') expect(markup).toContain(`> ${setting.unit}<`)
    }
  })

  it('[PRD-305] [PRD-306] keeps a setting in the design as one step that can be undone, and none that is at its default', () => {
    const { document } = testSession()
    const keep = (name: string, value: unknown) => {
      const { flow, dispatch } = document.getState()
      dispatch(settingChange(flow.simulation, name, value))
    }
    keep('catalogue.items', 500)
    keep('catalogue.zipf', 1.2)
    keep('durationS', 30)
    const { flow } = document.getState()
    expect(flow.simulation).toEqual({ catalogue: { items: 500, zipf: 1.2 }, durationS: 30 })
    expect(savedSetting(flow.simulation, 'catalogue.zipf')).toBe(1.2)
    document.getState().undo()
    expect(document.getState().flow.simulation).toEqual({ catalogue: { items: 500, zipf: 1.2 } })
    keep('catalogue.items', undefined)
    keep('catalogue.zipf', undefined)
    expect(document.getState().flow.simulation).toBeUndefined()
  })

  it.each([
    ['durationS', '60', 60],
    ['durationS', ' 1,000 ', 1000],
    ['durationS', '', undefined],
    ['durationS', '0', 'Must be a number from 0.001 to 31,536,000 s.'],
    ['replications', '2.5', 'Must be a whole number from 1 to 1,000.'],
    ['seed', 'x', expect.stringMatching(/^Must be a whole number from 0 to/)],
  ])('[PRD-11] reads %s %j as %j', (name, text, expected) => {
    const setting = SIMULATION_SETTINGS.find((one) => one.name === name)
    if (setting?.kind !== 'number') throw new Error(`${name} is no number`)
    expect(readNumber(text, setting)).toEqual(expected)
  })

  it('[PRD-83] [PRD-317] [PRD-318] keeps a price with its source and date as one step, and refuses one that lacks any of it', () => {
    const { document } = testSession()
    const { dispatch } = document.getState()
    const node = createNode('Server', { id: 's', position: { x: 0, y: 0 }, settings: { label: 'API' } })
    dispatch({ type: 'add', node })
    const typed = { ...NO_PRICE, of: 's', price: '1,000.5', source: ' our contract ', date: '2026-11-23' }
    const flow = () => document.getState().flow
    expect(readPrice(flow(), { ...typed, of: '' })).toBe('component must be one of this design')
    expect(readPrice(flow(), { ...typed, price: '' })).toMatch(/^price must be a number/)
    expect(readPrice(flow(), { ...typed, source: ' ' })).toMatch(/^source must say/)
    expect(readPrice(flow(), { ...typed, date: '' })).toMatch(/^date must be/)
    const read = readPrice(flow(), typed)
    expect(read).toEqual({ of: 's', per: 'instanceHour', price: 1000.5, source: 'our contract', date: '2026-11-23' })
    dispatch({ type: 'set-simulation', name: 'prices', value: [read] })
    expect(savedPrices(flow()).map((price) => describePrice(flow(), price))).toEqual(['API: $1000.5 per instance hour'])
    expect(readPrice(flow(), typed)).toBe('API has two prices per instance hour')
    document.getState().undo()
    expect(savedPrices(flow())).toEqual([])
  })

  it('[PRD-307] refuses an objective that cannot be read or names nothing, in a sentence', () => {
    const flow = {
      nodes: [createNode('Server', { id: 's', position: { x: 0, y: 0 }, settings: { label: 'API' } })],
      edges: [],
    }
    expect(OBJECTIVE_TEMPLATES.map((text) => objectiveFault(flow, text))).toEqual(OBJECTIVE_TEMPLATES.map(() => null))
    expect(objectiveFault(flow, 'p99@API < 90 ms')).toBeNull()
    expect(objectiveFault(flow, 'p99@Shop < 90 ms')).toContain('Shop')
    expect(objectiveFault(flow, 'p98 < 90 ms')).toContain('p98 is none of')
  })

  it('[PRD-67] puts together an objective of the whole, a client, a type, a component and a connection, each accepted', () => {
    const position = { x: 0, y: 0 }
    const node = (kind: 'Client' | 'Server', id: string, label: string) =>
      createNode(kind, { id, position, settings: { label } })
    const flow = {
      nodes: [
        node('Client', 'c', 'Shop'),
        node('Server', 's', 'API'),
        node('Server', 't', 'Same <1>'),
        node('Server', 'u', 'Twice'),
        node('Server', 'v', 'Twice'),
      ],
      edges: [
        createEdge('http', { id: 'ask', ends: { source: 'c', target: 's' } }),
        createEdge('amqp', {
          id: 'tell',
          ends: { source: 's', target: 't' },
          settings: { communicationPattern: 'Async' },
        }),
      ],
    }
    const scopes = objectiveScopes(flow)
    expect(scopes.map(({ at }) => at)).toEqual([
      '',
      'client:Shop',
      'type:Read',
      'type:Write',
      'type:Compute',
      'type:Transaction',
      'API',
      't',
      'u',
      'v',
      expect.stringMatching(/^(tell|AMQP.*)$/i),
    ])
    const texts = scopes.flatMap((scope) => scope.metrics.map((one) => objectiveText(scope, one, one.limit)))
    expect(texts).toContain('p99@API < 250 ms')
    expect(texts).toContain('throughput > 1000 rps')
    expect(texts).toContain('messageLoss < 1 %')
    expect(texts.flatMap((text) => objectiveFault(flow, text) ?? [])).toEqual([])
    expect(
      objectiveScopes({ ...flow, edges: flow.edges.slice(0, 1) })[0]?.metrics.map(({ metric }) => metric),
    ).not.toContain('lag')
  })
})
