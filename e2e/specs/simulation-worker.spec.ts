import { expect, test } from '../fixtures/test.ts'
import { SimulationPanel } from '../pages/simulation.page.ts'
import { openSystem } from '../pages/systems.ts'

test('[RUN-6] opens one worker with Start and leaves none behind', async ({ signedIn, api }) => {
  const panel = new SimulationPanel(signedIn)
  await openSystem(signedIn, api, 'calm')
  const workers = () => signedIn.workers().length
  expect(workers()).toBe(0)
  for (const _ of ['once', 'again']) {
    await panel.command('Start').click()
    await panel.waitForMore('Elapsed time', 0)
    expect(workers()).toBe(1)
    await panel.command('Reset').click()
    await expect.poll(workers).toBe(0)
  }

  await panel.command('Start').click()
  await panel.waitForMore('Elapsed time', 0)
  await signedIn.goBack()
  await expect(signedIn).toHaveURL(/flow-library/)
  await expect.poll(workers).toBe(0)
})

/** Ways for a worker to die: with an error, without a word, and by never coming back. */
const deaths: Readonly<Record<string, () => void>> = {
  'an error': () =>
    void setTimeout(() => {
      throw new Error('sunk')
    }),
  silence: () => close(),
  'an endless loop': () =>
    void setTimeout(() => {
      while (true);
    }),
}

for (const [way, die] of Object.entries(deaths)) {
  test.describe(() => {
    test.use({ expectedFaults: [/sunk/] })
    test(`[RUN-9] notices the worker's death by ${way}, says so, and starts again`, async ({ signedIn, api }) => {
      const panel = new SimulationPanel(signedIn)
      await openSystem(signedIn, api, 'calm')
      await panel.command('Start').click()
      await panel.waitForMore('Elapsed time', 0)
      await panel.root.getByRole('button', { name: 'Collapse Simulation Panel' }).click()
      await signedIn.workers()[0]?.evaluate(die)
      await expect(panel.notice).toContainText('The simulation stopped unexpectedly', { timeout: 5000 })
      await expect(panel.status).toHaveText('Stopped')
      await expect(signedIn.getByRole('group', { name: 'Server: Orders' })).toBeVisible()
      await expect.poll(() => signedIn.workers().length).toBe(0)

      await panel.command('Start').click()
      await panel.waitForMore('Completed requests', 0)
      await expect(panel.notice).toHaveCount(0)
    })
  })
}

test('[RUN-8] passes over messages that are no requests', async ({ signedIn, api }) => {
  const panel = new SimulationPanel(signedIn)
  await openSystem(signedIn, api, 'calm')
  await panel.command('Start').click()
  await panel.waitForMore('Elapsed time', 0)
  await signedIn.workers()[0]?.evaluate(() => {
    const junk = [null, 7, 'start', [], {}, { type: '__proto__' }, { type: 'reset' }, { type: ['pause'] }]
    for (const data of junk) dispatchEvent(new MessageEvent('message', { data }))
  })
  const elapsed = await panel.value('Elapsed time')
  await panel.waitForMore('Elapsed time', elapsed + 0.5)
  await expect(panel.notice).toHaveCount(0)
})

test('[RUN-12] goes on without a component that is deleted while it runs', async ({ signedIn, api }) => {
  const panel = new SimulationPanel(signedIn)
  await openSystem(signedIn, api, 'calm')
  await panel.command('Start').click()
  await panel.waitForMore('Completed requests', 0)
  await signedIn.getByRole('group', { name: 'Database: Ledger' }).click()
  await signedIn.keyboard.press('Delete')
  await expect(panel.section('Utilization')).not.toContainText('Ledger')
  await expect(panel.section('Error analysis')).toContainText('Current node not found')
  const elapsed = await panel.value('Elapsed time')
  await panel.waitForMore('Elapsed time', elapsed + 1)
  await expect(panel.notice).toHaveCount(0)
})

test('[RUN-12] ends the run when the board is cleared', async ({ signedIn, api }) => {
  const panel = new SimulationPanel(signedIn)
  await openSystem(signedIn, api, 'calm')
  await panel.command('Start').click()
  await panel.waitForMore('Completed requests', 0)
  await signedIn.getByRole('button', { name: 'Clear Board' }).click()
  await expect(panel.status).toHaveText('Stopped')
  expect(await panel.value('Completed requests')).toBe(0)
})

test('[RUN-11] takes up an edit while running', async ({ signedIn, api }) => {
  const panel = new SimulationPanel(signedIn)
  await openSystem(signedIn, api, 'calm')
  await panel.command('Start').click()
  await panel.waitForMore('Completed requests', 0)
  const before = await panel.value('Active requests')
  await signedIn.getByRole('group', { name: 'Client: Visitors' }).click()
  const users = signedIn.getByRole('region', { name: 'Properties' }).getByLabel('Concurrent users')
  await users.fill('5000')
  await users.press('Tab')
  await panel.waitForMore('Active requests', before * 10)
})
