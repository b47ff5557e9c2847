import { inUseText, type Rates, type RunSnapshot, takenText } from '@plimsoll/simulation'

/** Requests per second of a node, or calls per second of an edge, as a reader sees them. */
export interface ElementRates {
  readonly of: 'node' | 'edge'
  readonly window: string
  readonly rates: readonly { readonly name: string; readonly perSecond: number }[]
  /** What of it is taken, in words; null where its percentage says it. */
  readonly taken: string | null
}

const NAMES = {
  offered: 'Offered',
  served: 'Served',
  rejected: 'Rejected',
  failed: 'Failed',
} as const satisfies Record<keyof Rates, string>

/** What the snapshot tells of an element by its id; null where it tells nothing. */
export function elementRates(snapshot: RunSnapshot, id: string): ElementRates | null {
  const node = snapshot.nodes.indexOf(id)
  const [of, index] = node >= 0 ? (['node', node] as const) : (['edge', snapshot.edges.indexOf(id)] as const)
  const figures = of === 'node' ? snapshot.nodeFigures : snapshot.edgeFigures
  if (figures === null || index < 0) return null
  const rates = Object.entries(NAMES).flatMap(([key, name]) => {
    const perSecond = figures[key as keyof Rates][index]
    return perSecond === undefined || Number.isNaN(perSecond) ? [] : { name, perSecond }
  })
  if (rates.length === 0) return null
  const { spanMs } = snapshot.windows.last10s
  const taken = of === 'node' ? takenText(snapshot.nodeFigures, index) : inUseText(snapshot, index)
  return { of, window: `last ${Math.max(1, Math.ceil(spanMs / 1000))} s`, rates, taken }
}
