import { expect, type Page } from '@playwright/test'
import type { Api } from '../fixtures/api.ts'
import { EditorPage } from './editor.page.ts'
import { TICKS } from './flows.ts'

const SAMPLE = 'Three-tier web shop'

/** Systems to run, with everything at its default that is not named: one at ease, one without users, one with too little room, and one whose only server cannot cope. */
const SYSTEMS = {
  idle: { users: 0, server: {} },
  calm: { users: 100, server: {} },
  tight: { users: 400, server: { maxConcurrentRequests: 4, instances: 1 } },
  drowning: { users: 3000, server: { maxConcurrentRequests: 4, instances: 1 } },
} as const

/** Puts a system of three components, Visitors, Orders and Ledger, into the library and opens it in the editor. */
export async function openSystem(
  page: Page,
  api: Api,
  name: keyof typeof SYSTEMS,
  engine: 'live' | 'events' = 'live',
): Promise<void> {
  const { users, server } = SYSTEMS[name]
  const flow = await api.createFlow({
    name: `System ${name}`,
    ...(engine === 'live' && TICKS),
    nodes: [
      { id: 'client', type: 'Client', position: { x: 0, y: 0 }, data: { label: 'Visitors', concurrentUsers: users } },
      { id: 'api', type: 'Server', position: { x: 405, y: 0 }, data: { label: 'Orders', ...server } },
      { id: 'db', type: 'Database', position: { x: 810, y: 0 }, data: { label: 'Ledger' } },
    ],
    edges: [
      { id: 'ask', type: 'http', source: 'client', target: 'api', data: {} },
      { id: 'query', type: 'database', source: 'api', target: 'db', data: { label: 'Queries' } },
    ],
  })
  await EditorPage.openFlow(page, flow)
}

/** A system that takes in 1,000 requests a second over 20 components, at ease. */
export async function openBusySystem(page: Page, api: Api): Promise<void> {
  const pairs = Array.from({ length: 6 }, (_, index) => index)
  const room = { maxConcurrentRequests: 2000, instances: 10 }
  const flow = await api.createFlow({
    name: 'System busy',
    ...TICKS,
    nodes: [
      { id: 'c', type: 'Client', position: { x: 0, y: 450 }, data: { label: 'Visitors', concurrentUsers: 1000 } },
      { id: 'lb', type: 'LoadBalancer', position: { x: 345, y: 450 }, data: { maxConnections: 100_000 } },
      ...pairs.flatMap((pair) => [
        {
          id: `s${pair}`,
          type: 'Server',
          position: { x: 690, y: pair * 180 },
          data: { label: `Orders ${pair}`, ...room },
        },
        { id: `k${pair}`, type: 'Cache', position: { x: 1035, y: pair * 180 }, data: { maxThroughput: 1_000_000 } },
        { id: `d${pair}`, type: 'Database', position: { x: 1380, y: pair * 180 }, data: { maxConnections: 10_000 } },
      ]),
    ],
    edges: [
      { id: 'in', type: 'http', source: 'c', target: 'lb', data: { maxThroughputRPS: 100_000 } },
      ...pairs.flatMap((pair) =>
        [
          ['lb', `s${pair}`],
          [`s${pair}`, `k${pair}`],
          [`k${pair}`, `d${pair}`],
        ].map(([source, target]) => ({
          id: `${source}-${target}`,
          type: source === 'lb' ? 'http' : 'database',
          source,
          target,
          data: { maxThroughputRPS: 100_000 },
        })),
      ),
    ],
  })
  await EditorPage.openFlow(page, flow)
}

/** A connection as it is saved, with its defaults. */
export const httpEdge = (source: string, target: string) => ({
  id: `${source}-${target}`,
  type: 'http',
  source,
  target,
  data: {},
})

/** One client before very many servers, joined in one of four ways. */
export function largeSystem(shape: 'star' | 'chain' | 'layers' | 'complete', nodeCount: number) {
  const count = shape === 'complete' ? 149 : nodeCount - 1
  const columns = Math.ceil(Math.sqrt(count))
  const servers = Array.from({ length: count }, (_, index) => ({
    id: `s${index}`,
    type: 'Server',
    position: { x: 345 + (index % columns) * 345, y: Math.floor(index / columns) * 135 },
    data: { label: `Server ${index}` },
  }))
  const next = (index: number, step: number) => httpEdge(`s${index}`, `s${(index + step) % count}`)
  const each = servers.map((_, index) => index)
  const edges = {
    star: () => each.map((index) => httpEdge('c', `s${index}`)),
    chain: () => [httpEdge('c', 's0'), ...each.slice(1).map((index) => next(index - 1, 1))],
    layers: () => [
      ...each.slice(0, columns).map((index) => httpEdge('c', `s${index}`)),
      ...each.slice(0, -columns).map((index) => next(index, columns)),
      ...each.slice(0, Math.floor(count * 0.49)).map((index) => next(index, columns + 1)),
    ],
    complete: () => [
      httpEdge('c', 's0'),
      ...each.flatMap((from) => each.flatMap((to) => (from < to ? [httpEdge(`s${from}`, `s${to}`)] : []))),
    ],
  }[shape]()
  const client = { id: 'c', type: 'Client', position: { x: 0, y: 0 }, data: { concurrentUsers: 1000 } }
  return { nodes: [client, ...servers], edges }
}

/** Opens the three-tier sample from the library, which is on screen. */
export async function openSample(page: Page): Promise<void> {
  await page.getByRole('article', { name: SAMPLE }).getByRole('button', { name: 'Load' }).click()
  await expect(page.getByRole('region', { name: 'Canvas' })).toBeVisible()
}
