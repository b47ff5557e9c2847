import { promised, sized } from '../../tooling/lib/test-size.ts'
import { expect, test } from '../fixtures/test.ts'
import { SimulationPanel } from '../pages/simulation.page.ts'
import { openSystem } from '../pages/systems.ts'

test('[RUN-6] [RUN-11] [RUN-12] opens one worker with Start, which takes up edits, and leaves none behind', async ({
  signedIn,
  api,
}) => {
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

  await test.step('[RUN-12] continues without a node that is deleted during the run', async () => {
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

  await test.step('[RUN-11] takes up an edit while running', async () => {
    await signedIn.keyboard.press('Control+z')
    await panel.command('Reset').click()
    await expect(panel.status).toHaveText('Stopped')
    await panel.command('Start').click()
    await panel.waitForMore('Completed requests', 0)
    const before = await panel.value('Active requests')
    await signedIn.getByRole('group', { name: 'Client: Visitors' }).click()
    const users = signedIn.getByRole('region', { name: 'Properties' }).getByLabel('Concurrent users')
    await users.fill('5000')
    await users.press('Tab')
    await panel.waitForMore('Active requests', before * 10)
  })
  await panel.command('Reset').click()

  await panel.command('Start').click()
  await panel.waitForMore('Elapsed time', 0)
  await signedIn.getByRole('link', { name: 'Flow Library' }).click()
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

/** Until the notice stands. In ms. */
const NOTICED = promised(3000)

const SPEEDS = ['1×', '0.5×', '2×', '5×', '20×'] as const
const WAYS = Object.entries(DEATHS)

/** Each in one page: beside other tests every way to die at a speed of its own, else every way at every speed. */
const JOURNEYS = sized({
  small: [WAYS.map((death, index) => ({ death, speed: SPEEDS[index % SPEEDS.length] ?? '1×' }))],
  full: SPEEDS.map((speed) => WAYS.map((death) => ({ death, speed }))),
})

test.describe(() => {
  test.use({ expectedFaults: [/sunk|Array buffer|Invalid array/] })
  for (const [index, journey] of JOURNEYS.entries())
    test(`[RUN-9] [RUN-541] [RUN-542] [RUN-543] [REL-SI5] notices the worker's death in any way, says so, and starts again: ${index + 1} of ${JOURNEYS.length}`, async ({
      signedIn,
      api,
    }, testInfo) => {
      test.setTimeout(sized({ small: 180_000, full: 600_000 }))
      const panel = new SimulationPanel(signedIn)
      await openSystem(signedIn, api, 'calm')
      const noticed: string[] = []
      for (const { death, speed } of journey)
        await test.step(`by ${death[0]} at ${speed}`, async () => {
          const [way, die] = death
          await panel.speed(speed).check()
          let longest = 0
          for (let round = 0; round < sized({ small: 1, full: 5 }); round += 1) {
            await panel.command('Start').click()
            await panel.waitForMore('Completed requests', 0)
            await panel.root.getByRole('button', { name: 'Collapse Simulation Panel' }).click()
            const began = Date.now()
            await signedIn.workers()[0]?.evaluate(die)
            await expect(panel.notice).toContainText('The simulation stopped unexpectedly')
            longest = Math.max(longest, Date.now() - began)
            await expect(panel.status).toHaveText('Stopped')
            await expect(signedIn.getByRole('group', { name: 'Server: Orders' })).toBeVisible()
            await expect(signedIn.getByRole('group', { name: 'HTTP: Visitors to Orders' })).toBeAttached()
            await expect.poll(() => signedIn.workers().length).toBe(0)
          }
          testInfo.annotations.push({
            type: 'measured',
            description: `${way} at ${speed}: noticed within ${longest} ms`,
          })
          expect(longest).toBeLessThan(NOTICED)
          await panel.command('Start').click()
          await panel.waitForMore('Completed requests', 0)
          await expect(panel.notice).toHaveCount(0)
          await panel.command('Reset').click()
          await expect(panel.status).toHaveText('Stopped')
        })
      testInfo.annotations.push({ type: 'measured', description: `noticed: ${noticed.join(', ')}` })
    })
})
