import { readFile } from 'node:fs/promises'
import type { Download } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { Overlays } from '../pages/overlays.page.ts'
import { SimulationPanel } from '../pages/simulation.page.ts'
import { openSystem } from '../pages/systems.ts'

const textOf = async (download: Download) => readFile(await download.path(), 'utf8')

test('[RUN-63] [RUN-346] [RUN-347] [RUN-348] [RUN-60] saves the paused run as JSON and CSV, as it is on screen, also from the command palette', async ({
  signedIn,
  api,
}) => {
  const panel = new SimulationPanel(signedIn)
  await openSystem(signedIn, api, 'drowning')
  const button = (name: string) => panel.root.getByRole('button', { name })
  await expect(button('Export CSV')).toBeDisabled()
  await expect(button('Export JSON')).toBeDisabled()

  const overlays = new Overlays(signedIn)
  await signedIn.keyboard.press('ControlOrMeta+k')
  await overlays.commands.fill('export run')
  await expect(overlays.option('Export run as CSV')).toHaveCount(0)
  await signedIn.keyboard.press('Escape')

  await panel.command('Start').click()
  await panel.waitForMore('Failed requests', 100)
  await panel.waitForMore('Elapsed time', 2)
  await panel.command('Pause').click()
  await expect(panel.status).toHaveText('Paused')

  const json = signedIn.waitForEvent('download')
  await button('Export JSON').click()
  expect((await json).suggestedFilename()).toBe('System drowning run.json')
  const report = JSON.parse(await textOf(await json))
  expect(report).toMatchObject({
    format: 'plimsoll-run',
    version: 2,
    flow: { name: 'System drowning' },
    engine: 'live',
    seed: 1,
    figures: {
      completedRequests: await panel.value('Completed requests'),
      failedRequests: await panel.value('Failed requests'),
    },
  })
  expect(report.elapsedTime / 1000).toBeCloseTo(await panel.value('Elapsed time'), 1)
  expect(report.nodes.map(({ label }: { label: string }) => label)).toEqual(['Visitors', 'Orders', 'Ledger'])
  const { time, completed } = report.history.at(-1)
  expect(time).toBeGreaterThan(report.elapsedTime / 1000 - 2)
  expect(completed).toBeLessThanOrEqual(report.figures.completedRequests)

  const csv = signedIn.waitForEvent('download')
  await button('Export CSV').click()
  expect((await csv).suggestedFilename()).toBe('System drowning run.csv')
  const text = await textOf(await csv)
  expect(text).toMatch(/^\uFEFFsection,id,name,time,figure,value,unit\r\n/)
  expect(text).toContain(`figures,,,,completedRequests,${report.figures.completedRequests},\r\n`)
  expect(text).toContain('node,api,Orders,,utilization,')

  await test.step('[RUN-346] the same from the command palette', async () => {
    await signedIn.keyboard.press('ControlOrMeta+k')
    await overlays.commands.fill('export run')
    const download = signedIn.waitForEvent('download')
    await overlays.option('Export run as CSV').click()
    expect((await download).suggestedFilename()).toBe('System drowning run.csv')
  })
})
