import { expect, test } from '../fixtures/test.ts'
import { expectAccess } from '../pages/access.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { SimulationPanel } from '../pages/simulation.page.ts'
import { openSystem } from '../pages/systems.ts'

test('[RUN-17] [RUN-18] says so when there is no bottleneck and no error', async ({ signedIn, api }) => {
  const panel = new SimulationPanel(signedIn)
  await openSystem(signedIn, api, 'calm')
  await expect(panel.section('Bottlenecks')).toContainText('No significant bottlenecks detected')
  await expect(panel.section('Error analysis')).toContainText(
    'No errors detected - All requests are processing successfully',
  )
})

test('[RUN-16] [RUN-21] [RUN-78] shows a bar for all that can be loaded, deepest first', async ({ signedIn, api }) => {
  const panel = new SimulationPanel(signedIn)
  await openSystem(signedIn, api, 'drowning')
  await panel.command('Start').click()
  await panel.waitForMore('Elapsed time', 2)
  await panel.command('Pause').click()
  await expect(panel.status).toHaveText('Paused')
  const bars = await panel.bars('Utilization').allInnerTexts()
  const names = bars.map((text) => text.split('\n')[0])
  expect(names.slice(0, 2).toSorted()).toEqual(['Ledger', 'Orders'])
  expect(names.slice(2).toSorted()).toEqual(['Queries', 'Visitors → Orders'])
  const loads = bars.map((text) => Number.parseInt(text.split('\n')[1] ?? '', 10))
  expect(loads.slice(0, 2)).toEqual(loads.slice(0, 2).toSorted((a, b) => b - a))
  expect(loads.slice(2)).toEqual(loads.slice(2).toSorted((a, b) => b - a))
  await expect(panel.section('Utilization')).toContainText('Components 2')
  await expect(signedIn.getByRole('group', { name: 'Server: Orders' })).toContainText('%')
  await expect(signedIn.getByRole('group', { name: 'Client: Visitors' })).not.toContainText('%')
})

test('[RUN-17] [RUN-18] [RUN-20] names what is too deep and why requests fail, and selects it when chosen', async ({
  signedIn,
  api,
}) => {
  const panel = new SimulationPanel(signedIn)
  await openSystem(signedIn, api, 'drowning')
  await panel.command('Start').click()
  await panel.waitForMore('Failed requests', 100)
  await expect(panel.bars('Bottlenecks').filter({ hasText: 'Orders' }).first()).toContainText('100 %')
  const errors = panel.section('Error analysis')
  await expect(errors).toContainText('Node overload')
  await expect(errors.getByRole('list').nth(0).getByRole('listitem').first()).toContainText(/\d+\.\d %$/)
  expect(await errors.getByRole('list').nth(1).getByRole('listitem').count()).toBeLessThanOrEqual(3)
  await expect(errors.getByRole('list').nth(2).getByRole('listitem')).toHaveCount(5)

  await panel
    .bars('Bottlenecks')
    .filter({ hasText: /^Orders/ })
    .click()
  await expect(signedIn.getByRole('region', { name: 'Properties' })).toContainText('Orders')
  await panel.bars('Utilization').filter({ hasText: 'Queries' }).click()
  await expect(signedIn.getByRole('region', { name: 'Properties' })).toContainText('Database')
})

test('[RUN-20] brings what is chosen into view, again and again', async ({ signedIn, api }) => {
  const panel = new SimulationPanel(signedIn)
  await openSystem(signedIn, api, 'drowning')
  await panel.command('Start').click()
  await panel.waitForMore('Failed requests', 100)
  await panel.command('Pause').click()
  const editor = new EditorPage(signedIn)
  const recent = panel.section('Error analysis').getByRole('list').nth(2).getByRole('button').first()
  const whereItFailed = /(?:Orders|Visitors)$/.exec(await recent.innerText())?.[0] ?? ''
  for (const [choice, label] of [
    [panel.bars('Bottlenecks').filter({ hasText: /^Orders/ }), 'Orders'],
    [panel.bars('Utilization').filter({ hasText: /^Orders/ }), 'Orders'],
    [recent, whereItFailed],
  ] as const) {
    const card = editor.canvas.getByRole('group', { name: new RegExp(`: ${label}$`) })
    const box = await editor.canvas.boundingBox()
    if (!box) throw new Error('There is no canvas.')
    const x = box.x + box.width / 2
    await editor.drag({ x, y: box.y + box.height - 120 }, { x, y: box.y + 20 })
    await expect(card).not.toBeInViewport()
    await choice.click()
    await expect(card).toBeInViewport({ ratio: 0.99 })
    await expect(signedIn.getByRole('region', { name: 'Properties' })).toContainText(label)
  }
})

test('[RUN-19] renews the lists twice a second, not with every tick, at any speed', async ({ signedIn, api }) => {
  const panel = new SimulationPanel(signedIn)
  await openSystem(signedIn, api, 'drowning')
  await panel.command('Start').click()
  await panel.waitForMore('Failed requests', 100)
  for (const speed of ['1×', '20×']) {
    await panel.root.getByText(speed, { exact: true }).click()
    const renewals = await panel.section('Utilization').evaluate(
      (section) =>
        new Promise<number>((resolve) => {
          let count = 0
          const observer = new MutationObserver(() => {
            count += 1
          })
          observer.observe(section, { subtree: true, childList: true, characterData: true, attributes: true })
          setTimeout(() => resolve(count), 3000)
        }),
    )
    expect(renewals, speed).toBeGreaterThanOrEqual(1)
    expect(renewals, speed).toBeLessThanOrEqual(8)
  }
})

test('the running panel is accessible in light and dark', async ({ signedIn, api }) => {
  const panel = new SimulationPanel(signedIn)
  await openSystem(signedIn, api, 'drowning')
  await panel.command('Start').click()
  await panel.waitForMore('Failed requests', 100)
  await panel.command('Pause').click()
  await expectAccess(signedIn, { within: 'section[aria-label="Simulation Panel"]' })
})

test('@small the panel opens from its rail below the canvas', async ({ signedIn, api }) => {
  const panel = new SimulationPanel(signedIn)
  await openSystem(signedIn, api, 'calm')
  await panel.command('Start').click()
  await panel.root.getByRole('button', { name: 'Expand Simulation Panel' }).click()
  await panel.waitForMore('Completed requests', 0)
  await expect(signedIn.getByRole('region', { name: 'Canvas' })).toBeVisible()
  await panel.root.getByRole('button', { name: 'Collapse Simulation Panel' }).click()
  expect(await panel.offered()).toEqual(['Pause', 'Reset'])
})
