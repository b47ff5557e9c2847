import { describe, expect, it } from 'vitest'
import { pageOfSensitivity, type SensitivityReport } from '../src/index.ts'
import type { VariedSide } from '../src/sensitivity/sensitivity-report.ts'
import { sensitivitySentence } from '../src/sensitivity/sensitivity-sentence.ts'

const estimate = (mean: number) => ({
  mean,
  halfWidth: 1,
  lower: null,
  upper: null,
  lowest: mean,
  highest: mean,
  count: 2,
})

const side = (value: number, difference: number, half: number): VariedSide => ({
  ...{ value, throughput: null, saturatedAtRps: null, isSteady: true, carries: null },
  response: { difference, lower: difference - half, upper: difference + half },
})
const varied = (name: string, low: VariedSide) => ({
  ...{ part: { of: 'node' as const, id: name }, property: name, name, unit: 'ms', value: 10, low, high: null },
})
const point = (mean: number | null) =>
  ({ isSteady: true, mean: mean === null ? null : estimate(mean), throughput: null }) as SensitivityReport['base']
const told = (mean: number | null, ...all: ReturnType<typeof varied>[]) =>
  sensitivitySentence({ base: point(mean), figure: 'mean', varied: all })

describe('the sentence of what matters most', () => {
  it('[EXP-374] says that it names what the intervals show, where another property may change more', () => {
    const [sure, perhaps] = [varied('a', side(8, -5, 1)), varied('b', side(8, -47, 60))]
    expect(told(100, sure, varied('b', side(8, 2, 60)))).toBe(
      'The mean is 100 ms and depends most on a: with 8 ms it is 5 ± 1 ms less.',
    )
    expect(told(100, sure, perhaps)).toBe(
      'The mean is 100 ms and depends most, as far as the intervals show, on a: with 8 ms it is 5 ± 1 ms less.',
    )
  })

  it('[EXP-386] says that hardly anything matters where all intervals are within 1 % of the figure', () => {
    const slight = varied('a', side(8, -0.5, 0.1))
    const hardly =
      'The mean is 100 ms and hardly depends on any of these properties: none of them changes it by more than 1 %.'
    expect(told(100, slight, varied('b', side(8, 0.1, 0.5)))).toBe(
      `${hardly} What changes it most is a: with 8 ms it is 0.5 ± 0.1 ms less.`,
    )
    expect(told(100, varied('b', side(8, 0.1, 0.5)))).toBe(hardly)
    // The interval of another one allows more.
    expect(told(100, slight, varied('b', side(8, 0.1, 5)))).toMatch(/ and depends most on a: /)
    expect(told(100, slight, varied('b', { ...side(8, 0, 0), response: null }))).toMatch(/ and depends most on a: /)
  })

  it('[EXP-387] draws small changes as small bars, and great ones as before', () => {
    const drawn = (difference: number) =>
      pageOfSensitivity({
        ...{ format: 'plimsoll-sensitivity', version: 1, flow: { name: 'Shop' }, seed: 1, durationMs: 5000 },
        ...{ replications: 2, by: 0.2, varies: 'busy', above: 0.5, figure: 'mean', measure: 'p99', carries: null },
        ...{ base: point(100), varied: [varied('a', side(8, difference, 0))], sentence: '' },
      }).bars?.[0]
    expect(drawn(0.2)).toMatchObject({ start: 90, end: expect.closeTo(110, 9), mark: 100 })
    expect(drawn(-60)).toMatchObject({ start: 40, mark: 100, rows: [{ segments: [{ from: 40, to: 100 }] }] })
  })

  it('[EXP-373] names no response time where the runs show none', () => {
    const short = 'The runs are too short to report a response time that could be compared.'
    const without = { ...side(8, 0, 0), response: null }
    expect(told(null, varied('a', without))).toBe(short)
    const lost = varied('a', { ...without, isSteady: false })
    expect(told(null, lost)).toBe(`${short} a: with 8 ms there is no steady state.`)
    const { sentences } = pageOfSensitivity({
      ...{ format: 'plimsoll-sensitivity', version: 1, flow: { name: 'Shop' }, seed: 1, durationMs: 5000 },
      ...{ replications: 2, by: 0.2, varies: 'busy', above: 0.5, figure: 'mean', measure: 'p99', carries: null },
      ...{ base: point(null), varied: [lost], sentence: short },
    })
    expect(sentences.map(({ text }) => text)).toEqual([short])
  })
})
