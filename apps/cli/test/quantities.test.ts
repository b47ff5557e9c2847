import { formatNumber, formatShare } from '@plimsoll/experiments'
import { describe, expect, it } from 'vitest'
import { readDuration, readNumber, readWholeNumber } from '../src/simulate/quantities.ts'

describe('quantities in the terminal', () => {
  it.each([
    ['500ms', 500],
    ['60s', 60_000],
    ['1.5m', 90_000],
    ['2h', 7_200_000],
    ['1d', 86_400_000],
    ['60', null],
    ['-5s', null],
    ['0s', null],
    ['s', null],
    ['1e3s', null],
  ])('[CLI-3] %s is %s ms', (text, expected) => expect(readDuration(text)).toBe(expected))

  it.each([
    ['12', 12],
    [' -0.5 ', -0.5],
    ['.5', 0.5],
    ['1e3', 1000],
    ['', null],
    ['0x10', null],
    ['1,5', null],
    ['Infinity', null],
  ])('[CLI-36] %j is the number %s', (text, expected) => expect(readNumber(text)).toBe(expected))

  it.each([
    ['7', 7],
    ['0', null],
    ['1001', null],
    ['7.5', null],
    ['', null],
    ['0x7', null],
  ])('[CLI-3] %j is the whole number %s', (text, expected) =>
    expect(readWholeNumber(text, { min: 1, max: 1000 })).toBe(expected),
  )

  it('[CLI-1] numbers have the digits that count', () => {
    const numbers = [0, 1234.5, 463.2, 12.34, 1.234, 0.1823, 0.0203, 0.00041, 1.2e-9, 1_500_000]
    expect(numbers.map(formatNumber)).toEqual([
      ...['0', '1,235', '463', '12.3', '1.23', '0.18', '0.02', '0.00041', '1.2e-9', '1,500,000'],
    ])
  })

  it('[CLI-1] a share that is not nothing and not all is not told as such', () => {
    expect([0, 0.0003, 0.002, 0.39, 0.996, 0.99967, 1].map(formatShare)).toEqual([
      ...['0 %', '0.03 %', '0.2 %', '39 %', '99.6 %', '99.97 %', '100 %'],
    ])
  })
})
