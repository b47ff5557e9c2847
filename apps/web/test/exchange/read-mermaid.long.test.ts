import { expect, it } from 'vitest'
import { readText } from '../../src/features/editor/tools/exchange/read/read-text.ts'

it.each([
  ['in a chain', (index: number, count: number) => `n${index} --> n${(index + 1) % count}`],
  ['alone', (index: number) => `n${index}`],
  ['around one', (index: number) => `n0 --> n${index + 1}`],
  [
    'everywhere',
    (index: number, count: number) => `n${index} --> n${(index * 7919) % count} & n${(index * 104729) % count}`,
  ],
  [
    'in groups of ten',
    (index: number) => `${index % 10 === 0 ? `${index > 0 ? 'end\n' : ''}subgraph g${index}\n` : ''}n${index}`,
  ],
])('[EXC-15] 9,900 components %s are placed', (name, line) => {
  const lines = Array.from({ length: 9900 }, (_, index) => line(index, 9900))
  const result = readText(`graph LR\n${lines.join('\n')}${name.includes('groups') ? '\nend' : ''}`)
  if (!result.ok) throw new Error(result.faults.join())
  const { flow } = result
  expect(flow.nodes.length).toBeGreaterThanOrEqual(9900)
  expect(Math.max(...flow.nodes.map(({ position }) => Math.abs(position.x) + Math.abs(position.y)))).toBeLessThan(
    500_000,
  )
})
