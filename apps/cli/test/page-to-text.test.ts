import { expect, it } from 'vitest'
import { pageToText } from '../src/experiments/page-to-text.ts'
import { createPaint } from '../src/simulate/paint.ts'

const NAME = 'Payment: Average processing time'
const textOf = (columns: number) =>
  pageToText(
    {
      ...{ title: 'Shop', about: '', result: null, sentences: [], charts: [], distributions: [], notes: [] },
      tables: [
        {
          title: 'Properties',
          head: ['Property', ...Array.from({ length: columns }, () => 'Figure, ms')],
          rows: [[NAME, ...Array.from({ length: columns }, () => 1)]],
        },
      ],
    },
    createPaint(false),
  )

it('[CLI-394] a table that is too wide for a terminal keeps its names, one that can be made to fit cuts them', () => {
  expect(textOf(12)).toContain(NAME)
  expect(textOf(4)).toMatch(/Payment: Average proces\w* ?\w*…/)
  expect(
    Math.max(
      ...textOf(4)
        .split('\n')
        .map((line) => line.length),
    ),
  ).toBe(80)
})
