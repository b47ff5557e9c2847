import { describe, expect, it } from 'vitest'
import { grouped, moved, parseNumber, stepOf } from '../../src/features/editor/panels/properties/fields/number-entry.ts'

const open = { min: null, max: null }

describe('what counts as a number', () => {
  it.each([
    ['4', 4],
    [' 128 ', 128],
    ['2.5', 2.5],
    ['.5', 0.5],
    ['5.', 5],
    ['1e3', 1000],
    ['1E-3', 0.001],
    ['+7', 7],
    ['-1', -1],
    ['−1', -1],
    ['４２', 42],
  ])('[PRP-7] reads %j as %d', (text, value) => {
    expect(parseNumber(text)).toBe(value)
  })

  it.each([
    '',
    ' ',
    '-',
    '.',
    'e3',
    '1,5',
    '1,000',
    '1 000',
    '0x10',
    '1_000',
    'Infinity',
    'NaN',
    '1e400',
    '12 GB',
    '1..2',
  ])('[PRP-201] refuses %j', (text) => {
    expect(parseNumber(text)).toBeNull()
  })
})

describe('steps of the arrow keys', () => {
  it('[PRP-8] takes the declared step, 1 for whole numbers, else the last written place', () => {
    expect(stepOf(4, { integer: true, step: 8, ...open })).toBe(8)
    expect(stepOf(4, { integer: true, ...open })).toBe(1)
    expect(stepOf(2.5, { integer: false, ...open })).toBe(0.1)
    expect(stepOf(50, { integer: false, ...open })).toBe(1)
  })

  it('[PRP-8] steps finer than a tenth of a narrow range', () => {
    expect(stepOf(1, { integer: false, min: 0, max: 1 })).toBe(0.1)
    expect(stepOf(0, { integer: false, min: 0, max: 0.5 })).toBe(0.01)
  })

  it('[PRP-8] [PRP-202] leaves no binary residue and stops at the limits', () => {
    expect(moved(0.1, 0.2, open)).toBe(0.3)
    expect(moved(2.5, -0.1, open)).toBe(2.4)
    expect(moved(1e-7, 1e-7, open)).toBe(2e-7)
    expect(moved(128, 1, { min: 1, max: 128 })).toBe(128)
    expect(moved(1, -10, { min: 1, max: 128 })).toBe(1)
  })
})

describe('a number as it is read', () => {
  it('[PRP-44] has groups of three digits from a thousand on', () => {
    expect(['999', '1000', '1000000', '-20000.5', '1e6'].map(grouped)).toEqual([
      '999',
      '1,000',
      '1,000,000',
      '-20,000.5',
      '1,000,000',
    ])
    expect(['', 'ten', '1,000'].map(grouped)).toEqual(['', 'ten', '1,000'])
  })
})
