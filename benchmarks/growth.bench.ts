import { readMermaid } from '@plimsoll/flow'
import { layOutPlan } from '../apps/web/src/features/editor/core/layout/lay-out.ts'
import { readText } from '../apps/web/src/features/editor/tools/exchange/read/read-text.ts'
import { compare, timed } from './harness.ts'

const GAP = { horizontal: 125, vertical: 125 }

/** Work on an input of a given size, and a size that takes some 100 ms. */
const WORK: Record<string, { of: (size: number) => () => unknown; size: number }> = {
  'mermaid.nodes': { size: 4_000, of: (size) => readingMermaid(lines(size, (i) => `n${i} --> n${(i * 7919) % size}`)) },
  'mermaid.brackets': { size: 1_900_000, of: (size) => readingMermaid(`A${'['.repeat(size)}`) },
  'mermaid.oneName': { size: 900_000, of: (size) => readingMermaid('a-'.repeat(size)) },
  'json.brackets': { size: 15_000_000, of: (size) => readingJson('['.repeat(size)) },
  'json.components': {
    size: 500_000,
    of: (size) => readingJson(`{"nodes":[${Array(size).fill('{}')}],"edges":[]}`),
  },
  layout: { size: 1_000, of: laying },
}

/** How often longer work takes when its input is doubled: 2 is in proportion, 4 is by the square. */
export async function bench(): Promise<Record<string, number>> {
  const figures: Record<string, number> = {}
  for (const [name, { of, size }] of Object.entries(WORK)) {
    const options = { subject: timed(of(2 * size)), baseline: timed(of(size)), rounds: 7, warmUpRounds: 2 }
    figures[`growth.${name}`] = (await compare(options)).ratio
  }
  return figures
}

function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join('\n')
}

function readingMermaid(text: string) {
  return () => readMermaid(`graph LR\n${text}`, { makeId: () => 'id' })
}

function readingJson(text: string) {
  return () => readText(text)
}

function laying(size: number) {
  const cards = Array.from({ length: size }, (_, i) => ({
    id: `n${i}`,
    x: (i * 7919) % 5000,
    y: (i * 104_729) % 3000,
    width: 225,
    height: 75,
  }))
  const ends = Array.from({ length: 1.5 * size }, (_, i) => {
    const from = (i * 31) % (size - 10)
    return [`n${from}`, `n${from + 1 + (i % 9)}`] as const
  })
  return () => layOutPlan({ cards, lines: ends, gap: GAP, keepsOrder: true })
}
