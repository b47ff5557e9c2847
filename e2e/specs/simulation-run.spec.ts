import { promised } from '../../tooling/lib/test-size.ts'
import { expect, test } from '../fixtures/test.ts'
import { LoginPage } from '../pages/login.page.ts'
import { SimulationPanel } from '../pages/simulation.page.ts'
import { openSample, openSystem } from '../pages/systems.ts'

test('[RUN-2] [RUN-4] [RUN-300] from the login page to completed requests in ten seconds', async ({ page }) => {
  const panel = new SimulationPanel(page)
  const login = new LoginPage(page)
  await login.open()
  // The server names the demo account: only then is it filled in.
  await expect(login.password).not.toHaveValue('')
  await login.submit.click()
  await openSample(page)
  await panel.command('Start').click()
  await panel.waitForMore('Completed requests', 0)
  const taken = await page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-paint')
    return performance.now() - (paint?.startTime ?? 0)
  })
  expect(taken).toBeLessThan(promised(10_000))
  await expect(panel.engine('Queueing')).toBeChecked()
  await expect(panel.root).toContainText('seed 1')
})

test('[RUN-1] [RUN-3] [RUN-5] [RUN-14] [RUN-15] [RUN-17] [RUN-22] [RUN-121] [RUN-122] [RUN-302] [RUN-311] [RUN-314] [RUN-315] [RUN-553] [RUN-701] before a run the panel lists its figures; it offers what the state allows; it folds to a rail', async ({
  signedIn,
  api,
}) => {
  test.slow()
  const panel = new SimulationPanel(signedIn)
  await openSystem(signedIn, api, 'calm')
  await test.step('[RUN-14] [RUN-15] [RUN-302] lists the figures by name, zero before the first run', async () => {
    expect(await panel.figures()).toEqual({
      'Requests per second': '0.0 rps',
      'Average response time': '0.0 ms',
      'Elapsed time': '0.0 s',
      'Active requests': '0',
      'Completed requests': '0',
      'Failed requests': '0',
      'Success rate': '0.00 %',
      'Error rate': '0.00 %',
      'Average request size': '0.00 KB',
      ...Object.fromEntries(
        ['Offered', 'Completed', 'Success', 'Errors', 'Mean', 'p50', 'p95', 'p99'].map((name) => [name, '–']),
      ),
    })
  })

  await test.step('[RUN-553] bottlenecks and errors stand above the plots', async () => {
    await expect(panel.root.getByRole('heading', { level: 3 })).toHaveText([
      'Bottlenecks',
      'Error analysis',
      'Over time',
      'Utilization',
    ])
  })

  await test.step('[RUN-701] keeps the figures out of live regions', async () => {
    const live = await panel.root
      .locator('dl')
      .evaluate((list) => list.closest('[aria-live], [role=status], [role=alert]'))
    expect(live).toBeNull()
  })

  await test.step('[RUN-17] [RUN-311] says so when there is no bottleneck and no error', async () => {
    await expect(panel.section('Bottlenecks')).toContainText('No significant bottlenecks detected')
    await expect(panel.section('Error analysis')).toContainText(
      'No errors detected - All requests are processing successfully',
    )
  })

  await test.step('[RUN-1] [RUN-3] [RUN-121] [RUN-122] [RUN-5] offers what the state allows; Pause holds, Resume continues, Reset clears', async () => {
    const atRest = await panel.figures()
    await expect.poll(() => panel.offered()).toEqual(['Start'])

    await panel.command('Start').click()
    await panel.waitForMore('Completed requests', 0)
    await expect.poll(() => panel.offered()).toEqual(['Pause', 'Reset'])
    await expect(panel.status).toHaveText('Running')

    await panel.command('Pause').click()
    await expect(panel.status).toHaveText('Paused')
    await expect.poll(() => panel.offered()).toEqual(['Resume', 'Step', 'Reset'])
    const held = await panel.figures()
    expect(await panel.changesWithin(1500)).toBe(0)
    expect(await panel.figures()).toEqual(held)

    const elapsed = await panel.value('Elapsed time')
    const began = Date.now()
    await panel.command('Resume').click()
    await expect.poll(() => panel.offered()).toEqual(['Pause', 'Reset'])
    const later = await panel.waitForMore('Elapsed time', elapsed + 0.5)
    expect(later).toBeLessThan(elapsed + (Date.now() - began) / 1000 + 1)

    await panel.command('Reset').click()
    await expect.poll(() => panel.offered()).toEqual(['Start'])
    await expect(panel.status).toHaveText('Stopped')
    await expect.poll(() => panel.figures()).toEqual(atRest)
    await expect(panel.bars('Utilization')).toHaveCount(0)
  })

  await test.step('[RUN-22] [RUN-314] [RUN-315] the panel folds to a rail that keeps the commands, and is folded after a reload', async () => {
    await panel.section('Bottlenecks').getByRole('button', { name: 'Bottlenecks' }).click()
    await panel.root.getByRole('button', { name: 'Collapse Simulation Panel' }).click()
    await expect(panel.figure('Elapsed time')).toHaveCount(0)
    await panel.command('Start').click()
    await expect.poll(() => panel.offered()).toEqual(['Pause', 'Reset'])
    await signedIn.reload()
    await panel.root.getByRole('button', { name: 'Expand Simulation Panel' }).click()
    await expect(panel.figure('Elapsed time')).toBeVisible()
    await expect(panel.section('Bottlenecks')).not.toContainText('No significant bottlenecks detected')
  })
})

test('[RUN-379] the commands of a paused run fit into one row @both', async ({ signedIn, api }) => {
  const panel = new SimulationPanel(signedIn)
  await openSystem(signedIn, api, 'calm')
  const expand = panel.root.getByRole('button', { name: 'Expand Simulation Panel' })
  if (await expand.isVisible()) await expand.click()
  await panel.command('Start').click()
  await panel.command('Pause').click()
  const commands = [panel.command('Resume'), panel.command('Step'), panel.toEnd, panel.command('Reset')]
  await expect(panel.command('Resume')).toBeVisible()
  const boxes = await Promise.all(commands.map((command) => command.boundingBox()))
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(1)
  expect(new Set(boxes.map((box) => box?.height)).size).toBe(1)
  for (const command of commands) {
    await expect(command).toBeInViewport({ ratio: 1 })
    expect(await command.evaluate((button) => button.scrollWidth - button.clientWidth)).toBeLessThanOrEqual(0)
    expect(await command.evaluate((button) => button.scrollHeight - button.clientHeight)).toBeLessThanOrEqual(0)
  }
})
