import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coarser, type Histogram } from '../../src/measure/histogram.ts'
import { Recorders } from '../../src/measure/recorders.ts'
import { SlicedValues } from '../../src/measure/sliced-values.ts'

/** Buckets that a slice of each place is of. */
const WIDTHS = [1, 1, 4, 4] as const

type Step =
  | { readonly kind: 'value'; readonly place: number; readonly value: number }
  | { readonly kind: 'slice' | 'reset' | 'merge' }

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record({
      kind: fc.constant('value' as const),
      place: fc.nat(WIDTHS.length - 1),
      value: fc.oneof(fc.constant(0), fc.double({ min: 1e-4, max: 1e7, noNaN: true })),
    }),
  },
  { weight: 4, arbitrary: fc.constantFrom({ kind: 'slice' as const }, { kind: 'reset' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'merge' as const }) },
)

/** The values themselves, by place: of each slice that has ended, of the one that goes on, and since the reset. */
class ListedValues {
  slices: number[][][] = []
  #current = WIDTHS.map((): number[] => [])
  sinceReset = WIDTHS.map((): number[] => [])

  do(step: Step): void {
    if (step.kind === 'value') {
      this.#current[step.place]?.push(step.value)
      this.sinceReset[step.place]?.push(step.value)
    } else if (step.kind === 'slice') {
      this.slices.push(this.#current)
      this.#current = WIDTHS.map(() => [])
    } else if (step.kind === 'reset') this.sinceReset = WIDTHS.map(() => [])
    else
      this.slices = this.slices.flatMap((slice, index) =>
        index % 2 === 1 ? [slice.map((values, place) => [...(this.slices[index - 1]?.[place] ?? []), ...values])] : [],
      )
  }
}

function make(): SlicedValues {
  const values = new SlicedValues()
  for (const [place, width] of WIDTHS.entries()) values.grow(place + 1, { width, hasSpans: false })
  return values
}

function doStep(sliced: SlicedValues, step: Step): void {
  if (step.kind === 'value') sliced.record(step.place, step.value)
  else if (step.kind === 'slice') sliced.endSlice()
  else if (step.kind === 'reset') sliced.reset()
  else sliced.mergeSlices()
}

/** But for the sum, whose last bits depend on the order in which it was added up. */
function countedIn(values: readonly number[], width: number) {
  const recorders = new Recorders(1)
  for (const value of values) recorders.record(0, value)
  const histogram = recorders.toHistogram(0)
  return counted(width > 1 && values.length > 0 ? coarser(histogram, width) : histogram)
}

const counted = ({ sum: _, counts, ...others }: Histogram) => ({ ...others, counts: Array.from(counts) })
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

describe('values by slice', () => {
  it('[SIM-305] are those that were recorded, whatever ends, is merged or is forgotten in between', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 300 }), (steps) => {
        const sliced = make()
        const listed = new ListedValues()
        for (const step of steps) {
          doStep(sliced, step)
          listed.do(step)
        }
        for (const [place, width] of WIDTHS.entries()) {
          const since = sliced.toHistogram(place)
          expect(counted(since)).toEqual(countedIn(listed.sinceReset[place] ?? [], 1))
          expect(since.sum).toBeCloseTo(total(listed.sinceReset[place] ?? []), 0)
          const slices = sliced.slicesOf([place])
          expect(slices.map(counted)).toEqual(listed.slices.map((slice) => countedIn(slice[place] ?? [], width)))
          for (const [index, { sum }] of slices.entries())
            expect(sum).toBeCloseTo(total(listed.slices[index]?.[place] ?? []), 0)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('[SIM-993] of several places are in the widest of their buckets', () => {
    const sliced = make()
    for (const [place, value] of [3, 5, 7, 70].entries()) sliced.record(place, value)
    sliced.endSlice()
    expect(sliced.slicesOf([0, 1]).map(counted)).toEqual([countedIn([3, 5], 1)])
    expect(sliced.slicesOf([0, 1, 2, 3]).map(counted)).toEqual([countedIn([3, 5, 7, 70], 4)])
  })

  it('[SIM-993] may be counted in wider buckets from the beginning', () => {
    const values = [3, 3.01, 5, 70]
    const sliced = new SlicedValues({ width: 4 })
    sliced.grow(1, { width: 8, hasSpans: false })
    for (const value of values) sliced.record(0, value)
    sliced.endSlice()
    expect(counted(sliced.toHistogram(0))).toEqual(countedIn(values, 4))
    sliced.record(0, 6)
    sliced.reset()
    sliced.record(0, 9)
    sliced.endSlice()
    expect(counted(sliced.toHistogram(0))).toEqual(countedIn([9], 4))
    expect(sliced.slicesOf([0]).map(counted)).toEqual([countedIn(values, 8), countedIn([6, 9], 8)])
  })

  it('[SIM-305] are those of places, too, that are added between two slices', () => {
    const sliced = new SlicedValues()
    sliced.grow(1, { width: 1, hasSpans: false })
    sliced.record(0, 3)
    sliced.endSlice()
    sliced.grow(2, { width: 1, hasSpans: false })
    sliced.record(1, 5)
    expect(counted(sliced.toHistogram(1))).toEqual(countedIn([5], 1))
    sliced.endSlice()
    expect([0, 1].map((place) => counted(sliced.toHistogram(place)))).toEqual([countedIn([3], 1), countedIn([5], 1)])
    expect(sliced.slicesOf([1]).map(counted)).toEqual([countedIn([], 1), countedIn([5], 1)])
  })

  it('are counted by span only of the places for which that is asked', () => {
    const sliced = new SlicedValues({ spanWidth: 4 })
    sliced.grow(1, { width: 1, hasSpans: true })
    sliced.grow(2, { width: 1, hasSpans: false })
    for (const place of [0, 1]) sliced.record(place, 3)
    expect([0, 1].map((place) => sliced.spanOf(place).count)).toEqual([1, 0])
    sliced.endSpan()
    expect(sliced.spanOf(0).count).toBe(0)
    expect([0, 1].map((place) => sliced.toHistogram(place).count)).toEqual([1, 1])
  })

  it('take no more room the more often they have grown', () => {
    const [places, octaves, countsOfOctave] = [1000, 12, 128]
    const sliced = new SlicedValues()
    sliced.grow(places, { width: WIDTHS[3], hasSpans: false })
    for (let octave = 0; octave < octaves; octave += 1) {
      for (let place = 0; place < places; place += 1) sliced.record(place, 2 ** octave)
      sliced.endSlice()
    }
    // Those of one slice in their room, and beside it what they have grown out of in it, doubled at most.
    expect(sliced.inSlice.counts.length).toBeLessThanOrEqual(2 * (2 * octaves - 1) * places * countsOfOctave)
    expect(sliced.slicesOf([0, places - 1]).map(({ count }) => count)).toEqual(Array(octaves).fill(2))
  })
})
