import { applyChange, EMPTY_FLOW, FLOW_LIMITS, type Flow, type FlowChange, groupsOf, parseFlow } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import { at, chain, group } from './fixtures.ts'

const zoned = (): Flow => ({ ...chain(), groups: [group('z')], simulation: { seed: 7 } })

describe('groups', () => {
  it('[FLW-26] [FLW-32] [FLW-33] can be added once, and removed without their nodes', () => {
    const flow = applyChange(chain(), { type: 'add-group', group: group('z') })
    expect(flow.groups).toEqual([group('z')])
    expect(applyChange(flow, { type: 'add-group', group: group('z') })).toBe(flow)
    const removed = applyChange(flow, { type: 'remove', nodes: [], edges: [], groups: ['z'] })
    expect(removed).toEqual(chain())
    expect(removed).not.toHaveProperty('groups')
  })

  it('[FLW-22] [FLW-26] [FLW-32] can be renamed, moved and resized; invalid names, positions and sizes change nothing', () => {
    const flow = zoned()
    const changed = (to: Extract<FlowChange, { type: 'change-group' }>['to']) =>
      applyChange(flow, { type: 'change-group', id: 'z', to })
    expect(changed({ label: 'Edge', position: at(1, 2), width: 120, height: 90 }).groups).toEqual([
      group('z', { label: 'Edge', position: at(1, 2), width: 120, height: 90 }),
    ])
    expect(changed({ label: 'Private subnet', position: at(300, -50) })).toBe(flow)
    expect(changed({ width: Number.NaN })).toBe(flow)
    expect(changed({ height: Number.NaN })).toBe(flow)
    expect(changed({ position: at(Number.POSITIVE_INFINITY, 0) })).toBe(flow)
    expect(changed({ label: 'x'.repeat(FLOW_LIMITS.groupLabel + 1) })).toBe(flow)
  })

  it('[EDT-156] [FLW-22] cannot be narrower than 120 or lower than 90', () => {
    const flow = zoned()
    const resized = (width: number, height: number) =>
      applyChange(flow, { type: 'change-group', id: 'z', to: { width, height } })
    expect(resized(120, 90).groups).toEqual([group('z', { width: 120, height: 90 })])
    expect(resized(119, 90)).toBe(flow)
    expect(resized(120, 89)).toBe(flow)
  })

  it('[FLW-29] cannot exceed the limit', () => {
    const groups = Array.from({ length: FLOW_LIMITS.groups }, (_, index) => group(`z${index}`))
    const flow = { ...EMPTY_FLOW, groups }
    expect(applyChange(flow, { type: 'add-group', group: group('more') })).toBe(flow)
    expect(applyChange(flow, { type: 'insert', flow: { ...EMPTY_FLOW, groups: [group('more')] } })).toBe(flow)
  })

  it('[FLW-32] are inserted with a part of a flow', () => {
    const part = { ...EMPTY_FLOW, groups: [group('y')] }
    expect(groupsOf(applyChange(zoned(), { type: 'insert', flow: part })).map(({ id }) => id)).toEqual(['z', 'y'])
  })

  it('[FLW-10] are removed when the flow is cleared', () => {
    expect(applyChange({ ...EMPTY_FLOW, groups: [group('z')] }, { type: 'clear' })).toBe(EMPTY_FLOW)
  })

  it('[FLW-23] survive every change, as do the settings of the simulation', () => {
    const changes: FlowChange[] = [
      { type: 'move', positions: new Map([['s', at(9, 9)]]) },
      { type: 'remove', nodes: ['d'], edges: [] },
      { type: 'connect', id: 'new', ends: { source: 'd', target: 'c' } },
      { type: 'set-property', of: 'node', id: 's', path: 'cpuCores', value: 8 },
      { type: 'insert', flow: { nodes: [], edges: [], groups: [group('y')] } },
    ]
    for (const change of changes) {
      const next = applyChange(zoned(), change)
      expect(next.groups?.[0]).toEqual(group('z'))
      expect(next.simulation).toEqual({ seed: 7 })
    }
  })

  it('[FLW-23] are read as they were written; a flow without groups has no key for them', () => {
    const flow = zoned()
    expect(parseFlow(JSON.parse(JSON.stringify({ documentVersion: 1, ...flow })))).toEqual({ ok: true, flow })
    const without = parseFlow({ documentVersion: 1, ...chain(), groups: [] })
    expect(without).toEqual({ ok: true, flow: chain() })
  })

  it('[FLW-14] have their faults reported with the path', () => {
    const faultsOf = (rest: object) => {
      const parsed = parseFlow({ documentVersion: 1, ...chain(), ...rest })
      return parsed.ok ? [] : parsed.faults.map(({ path }) => path)
    }
    expect(faultsOf({ groups: {} })).toEqual(['groups'])
    expect(faultsOf({ groups: [null, { id: 'z', label: 7, width: 10, height: 'x' }] })).toEqual([
      'groups.0',
      'groups.1.label',
      'groups.1.position',
      'groups.1.width',
      'groups.1.height',
    ])
    expect(faultsOf({ groups: [group('z'), group('z')] })).toEqual(['groups.1.id'])
    expect(faultsOf({ simulation: [] })).toEqual(['simulation'])
    const many = Array.from({ length: FLOW_LIMITS.groups + 1 }, (_, index) => group(`z${index}`))
    expect(faultsOf({ groups: many })).toEqual(['groups'])
  })
})

describe('several changes', () => {
  it('[FLW-21] [FLW-31] are applied in order; a refused one does not stop the others', () => {
    const change: FlowChange = {
      type: 'several',
      changes: [
        { type: 'set-property', of: 'node', id: 's', path: 'cpuCores', value: 8 },
        { type: 'set-property', of: 'node', id: 's', path: 'cpuCores', value: -1 },
        { type: 'remove', nodes: ['d'], edges: [] },
      ],
    }
    const flow = applyChange(chain(), change)
    expect(flow.nodes.map(({ id }) => id)).toEqual(['c', 's'])
    expect(flow.nodes[1]?.data).toMatchObject({ cpuCores: 8 })
    expect(applyChange(flow, { type: 'several', changes: [] })).toBe(flow)
  })
})
