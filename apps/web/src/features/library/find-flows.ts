import type { FlowSummary } from '@plimsoll/contract'

export const SORTS = [
  { id: 'updated', title: 'Last updated' },
  { id: 'name', title: 'Name' },
  { id: 'nodes', title: 'Most nodes' },
] as const

export type Sort = (typeof SORTS)[number]['id']

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const ORDERS: Readonly<Record<Sort, (a: FlowSummary, b: FlowSummary) => number>> = {
  updated: (a, b) => b.updatedAt.localeCompare(a.updatedAt),
  name: (a, b) => names.compare(a.name, b.name),
  nodes: (a, b) => b.nodes - a.nodes,
}

/** The flows in whose name or description every word occurs, in any case and with or without accents. */
export function findFlows(flows: readonly FlowSummary[], { words, sort }: { words: string; sort: Sort }) {
  const wanted = plain(words).split(/\s+/).filter(Boolean)
  return flows
    .filter(({ name, description }) => {
      const text = plain(`${name} ${description}`)
      return wanted.every((word) => text.includes(word))
    })
    .toSorted(ORDERS[sort])
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
