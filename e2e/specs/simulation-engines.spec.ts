import { expect, test } from '../fixtures/test.ts'
import { SimulationPanel } from '../pages/simulation.page.ts'
import { openSystem } from '../pages/systems.ts'

test('[RUN-370] [RUN-371] [RUN-374] runs Queueing unless the flow says otherwise; another engine ends the run and is kept', async ({
  signedIn,
  api,
}) => {
  const panel = new SimulationPanel(signedIn)
  await openSystem(signedIn, api, 'calm', 'events')
  await expect(panel.engine('Queueing')).toBeChecked()
  await panel.command('Start').click()
  await panel.waitForMore('Completed requests', 0)
  await expect(panel.figure('p95').first()).toContainText('ms')
  await expect(signedIn.getByRole('group', { name: 'Server: Orders' })).toContainText(/rps · .*p95/)
  await panel.engine('Ticks').check()
  await expect(panel.status).toHaveText('Stopped')
  await panel.command('Start').click()
  await panel.waitForMore('Completed requests', 0)
  await signedIn.reload()
  await expect(panel.engine('Ticks')).toBeChecked()
})

test('[RUN-373] runs to the end of ten simulated minutes with progress, and pauses there', async ({
  signedIn,
  api,
}) => {
  const panel = new SimulationPanel(signedIn)
  await openSystem(signedIn, api, 'calm', 'events')
  await panel.toEnd.click()
  await expect(panel.root.getByRole('progressbar')).toBeVisible()
  await expect(panel.status).toHaveText('Paused', { timeout: 60_000 })
  expect(await panel.secondsElapsed()).toBe(600)
})

test('[RUN-368] says what is missing where nothing makes requests', async ({ signedIn, api }) => {
  const panel = new SimulationPanel(signedIn)
  await openSystem(signedIn, api, 'idle', 'events')
  await panel.command('Start').click()
  await panel.waitForMore('Elapsed time', 1)
  await expect(panel.section('Error analysis')).toContainText('There is no client with users')
})
