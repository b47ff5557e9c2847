import type { Page } from '@playwright/test'
import type { Api } from '../fixtures/api.ts'
import { EditorPage } from './editor.page.ts'

const KINDS = ['Client', 'LoadBalancer', 'Server', 'Cache', 'Database'] as const

/** The engine whose draws a test counts on. */
export const TICKS = { simulation: { engine: 'live' } } as const

const data = (label: string) => ({ label })

/** A short chain, Browser → Orders → Ledger, opened in the editor. */
export async function openChain(page: Page, api: Api): Promise<EditorPage> {
  const flow = await api.createFlow({
    name: 'Chain',
    ...TICKS,
    nodes: [
      { id: 'browser', type: 'Client', position: { x: 0, y: 0 }, data: data('Browser') },
      { id: 'orders', type: 'Server', position: { x: 345, y: 0 }, data: data('Orders') },
      { id: 'ledger', type: 'Database', position: { x: 345, y: 210 }, data: data('Ledger') },
    ],
    edges: [
      { id: 'ask', type: 'http', source: 'browser', target: 'orders', data: {} },
      { id: 'query', type: 'database', source: 'orders', target: 'ledger', data: {} },
    ],
  })
  return EditorPage.openFlow(page, flow)
}

/** A square flow of `count` nodes, each but the last connected to the next, and every second one to the one below it. */
export function largeFlow(count: number) {
  const columns = Math.ceil(Math.sqrt(count))
  const nodes = Array.from({ length: count }, (_, i) => ({
    id: `n${i}`,
    type: KINDS[i % KINDS.length],
    position: { x: (i % columns) * 345, y: Math.floor(i / columns) * 135 },
    data: data(`Part ${i}`),
  }))
  const steps = [1, columns]
  const edges = Array.from({ length: count * 1.5 }, (_, i) => {
    const from = i < count ? i : 2 * (i - count)
    const to = (from + (steps[i < count ? 0 : 1] ?? 1)) % count
    return { id: `e${i}`, type: 'http', source: `n${from}`, target: `n${to}`, data: {} }
  })
  return { nodes, edges, ...TICKS }
}

/** Nodes in a square, every two of them connected. */
export function completeFlow(count: number) {
  const { nodes } = largeFlow(count)
  const edges = nodes.flatMap(({ id: source }, from) =>
    nodes
      .slice(from + 1)
      .map(({ id: target }) => ({ id: `${source}-${target}`, type: 'http', source, target, data: {} })),
  )
  return { nodes, edges, ...TICKS }
}
