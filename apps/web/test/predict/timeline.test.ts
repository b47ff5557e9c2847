import { PRESETS, planOf, readTimeline } from '@plimsoll/experiments'
import { createNode } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import { timelineEdits } from '../../src/features/editor/panels/predict/use-timeline.ts'
import { testSession } from '../editor-session.ts'

function shop(simulation: Readonly<Record<string, unknown>> = { durationS: 90 }) {
  const session = testSession()
  const position = { x: 0, y: 0 }
  const { dispatch } = session.document.getState()
  dispatch({ type: 'add', node: createNode('Client', { id: 'c', position, settings: { concurrentUsers: 5 } }) })
  dispatch({ type: 'add', node: createNode('Server', { id: 's', position, settings: { instances: 2 } }) })
  dispatch({ type: 'add', node: createNode('Database', { id: 'd', position }) })
  dispatch({ type: 'connect', id: 'e', ends: { source: 'c', target: 's' }, kind: 'http' })
  for (const [name, value] of Object.entries(simulation)) dispatch({ type: 'set-simulation', name, value })
  const edits = timelineEdits(session)
  const saved = () => session.document.getState().flow.simulation
  return {
    session,
    edits,
    saved,
    events: () => readTimeline(saved()).events,
    undo: () => session.document.getState().undo(),
  }
}

const preset = (name: string) => {
  const found = PRESETS.find((one) => one.name === name)
  if (!found) throw new Error(`no preset ${name}`)
  return found
}

describe('the timeline of the Predict view', () => {
  it('[PRD-61] adds an event of what is selected, at the times that were drawn or the usual ones', () => {
    const { session, edits, saved } = shop()
    session.document.getState().select({ nodes: ['d'] })
    edits.choose('slow')
    edits.draw({ fromS: 12, toS: 20 })
    edits.draw()
    expect(saved()?.faults).toEqual([
      { kind: 'slow', node: 'd', fromS: 12, toS: 20, factor: 5 },
      { kind: 'slow', node: 'd', fromS: 30, toS: 45, factor: 5 },
    ])
    expect(edits.shown.getState().opened).toBe(1)
    expect(planOf(session.document.getState().flow).faults).toEqual([])
  })

  it('[PRD-64] undoes a preset with all its events, an edit, and a held key, each in one step', () => {
    const { edits, events, saved, undo } = shop()
    edits.addPreset(preset('Traffic doubles in a minute'))
    expect(saved()).toMatchObject({ durationS: 180 })
    expect(events().map(({ kind }) => kind)).toEqual(['ramp', 'step'])
    const held = {}
    const [ramp] = events()
    if (!ramp) throw new Error('there is no ramp')
    for (const fromS of [62, 64, 66]) edits.replace(0, { ...ramp, fromS }, held)
    expect(events()[0]).toMatchObject({ kind: 'ramp', fromS: 66 })
    undo()
    expect(events()[0]).toMatchObject({ kind: 'ramp', fromS: 60 })
    undo()
    expect(saved()).toEqual({ durationS: 90 })
  })

  it('[PRD-65] [PRD-312] says why a preset does not fit, and that it makes the run longer', () => {
    const { edits, events } = shop()
    edits.addPreset(preset('The cache is emptied'))
    expect(events()).toEqual([])
    expect(edits.shown.getState().notice).toBe('There is no cache in the design.')
    edits.addPreset(preset('Traffic doubles in a minute'))
    expect(edits.shown.getState().notice).toContain('180 s')
    edits.addPreset(preset('A deploy restarts one after the other'))
    expect(events().filter(({ kind }) => kind === 'outage')).toMatchObject([{ instance: 1 }, { instance: 2 }])
    expect(edits.shown.getState().notice).toBeNull()
  })

  it('[PRD-66] keeps an entry that cannot be read until it is removed', () => {
    const broken = { kind: 'explode', node: 's' }
    const { edits, saved } = shop({ durationS: 90, faults: [broken] })
    edits.draw()
    expect(saved()?.faults).toEqual([expect.objectContaining({ kind: 'outage' }), broken])
    const [entry] = readTimeline(saved()).unread
    if (!entry) throw new Error('it was read')
    edits.removeUnread(entry)
    edits.remove(0)
    expect(saved()).toEqual({ durationS: 90 })
  })
})
