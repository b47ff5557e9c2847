import { createNode } from '@plimsoll/flow'
import { beforeEach, expect, it } from 'vitest'
import { createSimulatedBrowser, type SimulatedBrowser, type SimulatedTab } from './simulated-browser.ts'

const flow = { nodes: [createNode('Server', { id: 'n', position: { x: 0, y: 0 } })], edges: [] }

let browser: SimulatedBrowser

beforeEach(() => {
  browser = createSimulatedBrowser({ random: () => 0.5 })
})

async function openTab(): Promise<SimulatedTab> {
  const tab = browser.openTab()
  if (browser.token() === null) tab.setToken(browser.newToken('ada'))
  await browser.time.advance(1_000)
  return tab
}

async function save({ store }: SimulatedTab, id: string, version: number): Promise<void> {
  store.set({ flow, savedContent: flow, heading: null, saved: { id, name: id, description: '', version } })
  await browser.time.advance(1_000)
}

const isTold = ({ autosave }: SimulatedTab) => autosave.status.getState().isSavedElsewhere

it('[UI-306] tells a tab that another one has saved a later version of its flow, until it has that version itself', async () => {
  const [one, two] = [await openTab(), await openTab()]
  await save(one, 'shop', 1)
  await save(two, 'shop', 1)
  expect([isTold(one), isTold(two)]).toEqual([false, false])
  await save(two, 'shop', 2)
  expect([isTold(one), isTold(two)]).toEqual([true, false])
  await save(one, 'shop', 2)
  expect(isTold(one)).toBe(false)
})

it('[UI-306] tells a tab nothing about another flow', async () => {
  const [one, two] = [await openTab(), await openTab()]
  await save(one, 'shop', 1)
  await save(two, 'bank', 2)
  expect(isTold(one)).toBe(false)
})
