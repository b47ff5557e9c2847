import { sized } from '../../apps/server/test/support/attack.ts'
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

/** Ways for a worker to die: with an error, without a word, by never coming back, and by taking all memory. */
const DEATHS: Readonly<Record<string, () => void>> = {
  'an error': () =>
    void setTimeout(() => {
      throw new Error('sunk')
    }),
  silence: () => close(),
  'an endless loop': () =>
    void setTimeout(() => {
      while (true);
    }),
  'objects without end': () =>
    void setTimeout(() => {
      const all: object[] = []
      while (true) all.push(Array.from({ length: 100_000 }, (_, index) => ({ index })))
    }),
  'a buffer beyond all memory': () => void setTimeout(() => new ArrayBuffer(2 ** 53 - 1)),
}

/** Until the notice stands; beside other tests the machine is not ours alone. In ms. */
const NOTICED = sized({ small: 5000, full: 3000 })

const CASES = Object.keys(DEATHS).flatMap((way, index) => {
  const speeds = ['1×', '0.5×', '2×', '5×', '20×'] as const
  const one = speeds[index % speeds.length] ?? '1×'
  return sized<readonly string[]>({ small: [one], full: speeds }).map((speed) => ({ way, speed }))
})

for (const { way, speed } of CASES)
  test.describe(() => {
    test.use({ expectedFaults: [/sunk|Array buffer|Invalid array/] })
    test(`[RUN-9] [REL-SI5] notices the worker's death by ${way} at ${speed}, says so, and starts again`, async ({
      signedIn,
      api,
    }, testInfo) => {
      const panel = new SimulationPanel(signedIn)
      await openSystem(signedIn, api, 'calm')
      await panel.speed(speed).check()
      let longest = 0
      for (let round = 0; round < sized({ small: 1, full: 5 }); round += 1) {
        await panel.command('Start').click()
        await panel.waitForMore('Completed requests', 0)
        await panel.root.getByRole('button', { name: 'Collapse Simulation Panel' }).click()
        const began = Date.now()
        await signedIn.workers()[0]?.evaluate(DEATHS[way] as () => void)
        await expect(panel.notice).toContainText('The simulation stopped unexpectedly')
        longest = Math.max(longest, Date.now() - began)
        await expect(panel.status).toHaveText('Stopped')
        await expect(signedIn.getByRole('group', { name: 'Server: Orders' })).toBeVisible()
        await expect(signedIn.getByRole('group', { name: 'HTTP: Visitors to Orders' })).toBeAttached()
        await expect.poll(() => signedIn.workers().length).toBe(0)
      }
      testInfo.annotations.push({ type: 'measured', description: `${way} at ${speed}: noticed within ${longest} ms` })
      expect(longest).toBeLessThan(NOTICED)
      await panel.command('Start').click()
      await panel.waitForMore('Completed requests', 0)
      await expect(panel.notice).toHaveCount(0)
    })
  })

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

test('[RUN-131] does in order what is asked at once with Start', async ({ signedIn, api }) => {
  const panel = new SimulationPanel(signedIn)
  await openSystem(signedIn, api, 'calm')
  const pressAll = (names: readonly string[]) =>
    panel.root.evaluate(async (root, names) => {
      for (const name of names) {
        const buttons = [...root.querySelectorAll('button')]
        buttons.find((button) => button.textContent === name)?.click()
        // React shows what is offered next before the next frame.
        await Promise.resolve()
      }
    }, names)
  await pressAll(['Start', 'Pause', 'Step'])
  await expect(panel.status).toHaveText('Paused')
  await expect(panel.figure('Elapsed time')).toHaveText('0.1 s')
  expect(await panel.changesWithin(500)).toBe(0)
  await panel.command('Reset').click()
  await pressAll(['Start', 'Reset'])
  await expect(panel.status).toHaveText('Stopped')
  await expect.poll(() => signedIn.workers().length).toBe(0)
  await panel.command('Start').click()
  await panel.waitForMore('Completed requests', 0)
})

test('[RUN-12] continues without a node that is deleted during the run', async ({ signedIn, api }) => {
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

test('[RUN-120] ends the run when the canvas is cleared', async ({ signedIn, api }) => {
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
