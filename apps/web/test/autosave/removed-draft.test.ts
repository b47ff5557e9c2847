import { createNode, EMPTY_FLOW } from '@plimsoll/flow'
import { expect, it } from 'vitest'
import { createSimulatedBrowser } from './simulated-browser.ts'

it('[UI-82] an earlier draft that is removed comes back whole when that is undone', async () => {
  const browser = createSimulatedBrowser({ random: () => 0.5 })
  const tab = browser.openTab()
  tab.setToken(browser.newToken('ada'))
  await browser.time.advance(1_000)
  const flow = { nodes: [createNode('Server', { id: 'n', position: { x: 0, y: 0 } })], edges: [] }
  tab.store.set({ flow, heading: { name: 'Here', description: '' } })
  await browser.time.advance(1_000)
  tab.store.getState().restore({ flow: EMPTY_FLOW, saved: null, heading: null, savedContent: EMPTY_FLOW })
  const during = async <T>(pending: Promise<T>): Promise<T> => {
    await browser.time.advance(3_000)
    return pending
  }
  const [draft] = await during(tab.autosave.earlierDrafts())
  const id = draft?.id ?? ''
  const putBack = await during(tab.autosave.removeEarlier(id))
  expect(await during(tab.autosave.earlierDrafts())).toEqual([])
  await during(putBack())
  expect(await during(tab.autosave.openEarlier(id))).toBe(true)
  expect(tab.store.getState().flow).toEqual(flow)
})

it('[UI-82] nothing comes back for a draft that was gone already', async () => {
  const browser = createSimulatedBrowser({ random: () => 0.5 })
  const tab = browser.openTab()
  tab.setToken(browser.newToken('ada'))
  await browser.time.advance(1_000)
  const removal = tab.autosave.removeEarlier('unknown')
  await browser.time.advance(3_000)
  const undo = (await removal)()
  await browser.time.advance(3_000)
  await undo
  expect(browser.memory.records()).toEqual([])
})
