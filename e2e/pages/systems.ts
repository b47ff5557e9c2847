import { expect, type Page } from '@playwright/test'
import type { Api } from '../fixtures/api.ts'

const SAMPLE = 'Three-tier web shop'

/** Systems to run, with everything at its default that is not named: one at ease, and one whose only server cannot cope. */
const SYSTEMS = {
  calm: { users: 100, server: {} },
  drowning: { users: 3000, server: { maxConcurrentRequests: 4, instances: 1 } },
} as const

/** Puts a system of three components, Visitors, Orders and Ledger, into the library and opens it in the editor. */
export async function openSystem(page: Page, api: Api, name: keyof typeof SYSTEMS): Promise<void> {
  const { users, server } = SYSTEMS[name]
  const title = `System ${name}`
  await api.createFlow({
    name: title,
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
  await page.goto('/flow-library')
  await load(page, title)
}

/** Opens the three-tier sample from the library, which is on screen. */
export const openSample = (page: Page): Promise<void> => load(page, SAMPLE)

async function load(page: Page, title: string): Promise<void> {
  await page.getByRole('article', { name: title }).getByRole('button', { name: 'Load' }).click()
  await expect(page.getByRole('region', { name: 'Canvas' })).toBeVisible()
}
