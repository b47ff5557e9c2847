import {
  applyChange,
  compareFlows,
  EMPTY_FLOW,
  FLOW_LIMITS,
  type Flow,
  type FlowChange,
  type FlowSlide,
  flowDifferences,
  mergeFlows,
  parseFlow,
  repairFlow,
  slidesOf,
  withUnchanged,
} from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import { chain } from './fixtures.ts'

const AREA = { x: -50, y: 0, width: 800, height: 450 }

const slide = (id: string, changes: Partial<FlowSlide> = {}): FlowSlide => ({
  id,
  title: `Slide ${id}`,
  text: 'First.\n\nSecond.',
  area: AREA,
  ...changes,
})

const shown = (...slides: FlowSlide[]): Flow => ({ ...chain(), slides })

const idsOf = (flow: Flow) => slidesOf(flow).map(({ id }) => id)

const apply = (flow: Flow, ...changes: FlowChange[]) => changes.reduce(applyChange, flow)

describe('slides', () => {
  it('[FLW-37] can be added once, changed and removed', () => {
    const flow = apply(chain(), { type: 'add-slide', slide: slide('a') })
    expect(flow).toEqual(shown(slide('a')))
    expect(apply(flow, { type: 'add-slide', slide: slide('a') })).toBe(flow)
    const changed = apply(flow, { type: 'change-slide', id: 'a', to: { title: 'All', elements: ['c', 's'] } })
    expect(changed.slides).toEqual([slide('a', { title: 'All', elements: ['c', 's'] })])
    expect(changed.nodes).toBe(flow.nodes)
    expect(apply(changed, { type: 'change-slide', id: 'a', to: { title: 'All' } })).toBe(changed)
    const whole = apply(changed, { type: 'change-slide', id: 'a', to: { elements: undefined } })
    expect(whole.slides?.[0]).not.toHaveProperty('elements')
    expect(apply(flow, { type: 'remove-slide', id: 'b' })).toBe(flow)
    expect(apply(flow, { type: 'remove-slide', id: 'a' })).toEqual(chain())
  })

  it('[FLW-38] can be put at another place among the others', () => {
    const flow = shown(slide('a'), slide('b'), slide('c'))
    expect(idsOf(apply(flow, { type: 'move-slide', id: 'a', index: 2 }))).toEqual(['b', 'c', 'a'])
    expect(idsOf(apply(flow, { type: 'move-slide', id: 'c', index: 0 }))).toEqual(['c', 'a', 'b'])
    for (const [id, index] of [
      ['a', 0],
      ['a', 3],
      ['a', -1],
      ['a', 0.5],
      ['gone', 1],
    ] as const)
      expect(apply(flow, { type: 'move-slide', id, index })).toBe(flow)
  })

  it('[FLW-39] keep within bounds: titles, texts, areas, elements and their number', () => {
    const flow = shown(slide('a'))
    const refused: Partial<FlowSlide>[] = [
      { title: 'x'.repeat(FLOW_LIMITS.slideTitle + 1) },
      { text: 'x'.repeat(FLOW_LIMITS.slideText + 1) },
      { area: { ...AREA, width: 0 } },
      { area: { ...AREA, x: Number.NaN } },
      { elements: Array.from({ length: FLOW_LIMITS.slideElements + 1 }, (_, index) => `${index}`) },
      { elements: [''] },
      { elements: [] },
    ]
    for (const to of refused) {
      expect(apply(flow, { type: 'change-slide', id: 'a', to })).toBe(flow)
      expect(apply(flow, { type: 'add-slide', slide: slide('b', to) })).toBe(flow)
    }
    const full = shown(...Array.from({ length: FLOW_LIMITS.slides }, (_, index) => slide(`${index}`)))
    expect(apply(full, { type: 'add-slide', slide: slide('more') })).toBe(full)
  })

  it('[FLW-40] stay through every other change, and go with the board', () => {
    const flow = shown(slide('a', { elements: ['c'] }))
    const removed = apply(
      flow,
      { type: 'remove', nodes: ['c'], edges: [] },
      { type: 'set-simulation', name: 'x', value: 1 },
    )
    expect(removed.slides).toBe(flow.slides)
    expect(apply(flow, { type: 'clear' })).toBe(EMPTY_FLOW)
    expect(apply({ ...EMPTY_FLOW, slides: [slide('a')] }, { type: 'clear' })).toBe(EMPTY_FLOW)
  })

  it('[FLW-41] are parsed as they were written, with their defaults, and are absent where there are none', () => {
    const flow = shown(slide('a', { elements: ['c', 'gone'] }), slide('b'))
    const read = parseFlow(JSON.parse(JSON.stringify(flow)))
    expect(read.ok && JSON.stringify(read.flow)).toBe(JSON.stringify(flow))
    const bare = parseFlow({ ...chain(), slides: [{ id: 'a', area: { ...AREA, more: 1 }, more: 1 }] })
    expect(bare.ok && bare.flow.slides).toEqual([{ id: 'a', title: '', text: '', area: AREA }])
    const none = parseFlow({ ...chain(), slides: [] })
    expect(none.ok && 'slides' in none.flow).toBe(false)
  })

  it('[FLW-42] every fault of a slide is reported with its path', () => {
    const parsed = parseFlow({
      ...chain(),
      slides: [
        slide('a'),
        { id: 'a', title: 7, text: 'x'.repeat(FLOW_LIMITS.slideText + 1), area: { x: 1 }, elements: [7] },
        'none',
      ],
    })
    expect(parsed.ok ? [] : parsed.faults.map(({ path }) => path)).toEqual([
      'slides.1.id',
      'slides.1.title',
      'slides.1.text',
      'slides.1.area',
      'slides.1.elements',
      'slides.2',
    ])
    for (const slides of [{}, Array.from({ length: FLOW_LIMITS.slides + 1 }, (_, index) => slide(`${index}`))])
      expect(parseFlow({ ...chain(), slides })).toMatchObject({ ok: false, faults: [{ path: 'slides' }] })
  })

  it('[FLW-43] a repair makes valid slides of any, and leaves valid ones as they are', () => {
    const flow = shown(slide('a', { elements: ['c'] }), slide('b'))
    expect(repairFlow(flow)).toEqual({ flow, mended: [] })
    const broken = [
      { id: 'a', title: 7, text: 'x'.repeat(9_999), area: 'all', elements: [7] },
      'none',
      ...Array.from({ length: FLOW_LIMITS.slides + 1 }, (_, index) => slide(`${index}`)),
    ]
    const { flow: mended, mended: told } = repairFlow({ ...chain(), slides: broken })
    expect(parseFlow(mended)).toEqual({ ok: true, flow: mended })
    expect(slidesOf(mended)).toHaveLength(FLOW_LIMITS.slides)
    expect(told.map(({ path }) => path)).toEqual([
      'slides.a.area',
      'slides.a.elements',
      'slides.a.title',
      'slides.a.text',
      'slides.?',
      'slides',
    ])
  })

  it('[COL-20] two flows from one merge slide by slide', () => {
    const base = shown(slide('a'), slide('b'))
    const ours = apply(
      base,
      { type: 'change-slide', id: 'a', to: { title: 'Ours' } },
      { type: 'remove-slide', id: 'b' },
      { type: 'add-slide', slide: slide('new') },
    )
    const theirs = apply(base, { type: 'change-slide', id: 'a', to: { text: 'Theirs' } })
    expect(mergeFlows(base, ours, theirs).slides).toEqual([slide('a', { title: 'Ours', text: 'Theirs' }), slide('new')])
    const again = withUnchanged(theirs, structuredClone(theirs))
    expect(again).toBe(theirs)
  })

  it('[UI-1020] versions compare slides by title, text, what they show and their number', () => {
    const before = shown(slide('a'), slide('b'))
    const now = apply(before, { type: 'change-slide', id: 'a', to: { text: 'New', elements: ['c'] } })
    expect(flowDifferences(before, now)).toEqual([
      {
        ...{ of: 'slide', id: 'a', name: 'Slide: Slide a', change: 'changed' },
        differences: [
          { what: 'Text', mine: 'First.\n\nSecond.', theirs: 'New' },
          { what: 'Shows', mine: '800 × 450 at -50, 0', theirs: 'Client' },
        ],
      },
    ])
    expect(compareFlows(before, apply(before, { type: 'remove-slide', id: 'b' })).onlyMine).toEqual(['Slide: Slide b'])
  })
})
