import { describe, expect, it } from 'vitest'
import { faultText } from '../../src/features/editor/panels/predict/fault-text.ts'
import { sortedRows } from '../../src/features/editor/panels/predict/sorted-rows.ts'
import { toCsv, toMarkdown } from '../../src/features/editor/panels/predict/table-text.ts'

const TABLE = {
  title: 'Components',
  head: ['Part', 'Load', 'ms'],
  rows: [
    ['A', { text: '9 %', share: 0.09 }, 1234.5],
    ['B|b', { text: '80 %', share: 0.8 }, null],
    ['C', { text: '10 %', share: 0.1 }, 20],
  ],
}

describe('tables of a prediction', () => {
  it('[PRD-21] [PRD-308] are sorted by their numbers, rows without a value last', () => {
    const places = (column: number, isRising: boolean) =>
      sortedRows(TABLE.rows, { column, isRising }).map(({ index }) => index)
    expect(places(1, true)).toEqual([0, 2, 1])
    expect(places(2, true)).toEqual([2, 0, 1])
    expect(places(2, false)).toEqual([0, 2, 1])
    expect(places(0, false)).toEqual([2, 1, 0])
  })

  it('[PRD-22] are copied with their numbers as they are, or as Markdown', () => {
    expect(toCsv(TABLE)).toBe('Part,Load,ms\r\nA,9 %,1234.5\r\nB|b,80 %,\r\nC,10 %,20\r\n')
    expect(toMarkdown(TABLE).split('\n')).toEqual([
      '| Part | Load | ms |',
      '| --- | --- | --- |',
      '| A | 9 % | 1,235 |',
      '| B\\|b | 80 % | – |',
      '| C | 10 % | 20 |',
    ])
  })
})

it('[UI-1219] a fault that is a sentence of its own follows where it is after a colon', () => {
  const text = (path: string, message: string) => faultText({ path, message })
  expect(text('nodes', 'There is no client.')).toBe('nodes: There is no client.')
  expect(text('simulation.seed', 'must be a number')).toBe('simulation.seed must be a number')
  expect(text('B:', 'Orders.instances=x: must be a number')).toBe('B: Orders.instances=x: must be a number')
  expect(text('', 'There is nothing to try.')).toBe('There is nothing to try.')
})
