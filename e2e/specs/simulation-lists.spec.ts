import { expect, test } from '../fixtures/test.ts'
import { expectAccess } from '../pages/access.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { TICKS } from '../pages/flows.ts'
import { SimulationPanel } from '../pages/simulation.page.ts'
import { httpEdge, openBusySystem, openSystem } from '../pages/systems.ts'

test('[RUN-16] [RUN-17] [RUN-18] [RUN-19] [RUN-20] [RUN-21] [RUN-78] [RUN-304] [RUN-306] [RUN-307] [RUN-310] [RUN-312] [RUN-313] [RUN-305] [RUN-309] lists what is loaded, what fails and what to look at first', async ({
  signedIn,
  api,
}) => {
  test.slow()
  await test.step('[RUN-16] [RUN-17] [RUN-18] [RUN-19] [RUN-20] [RUN-21] [RUN-78] [RUN-304] [RUN-306] [RUN-307] [RUN-310] [RUN-312] [RUN-313] lists what is loaded, what is overloaded and why requests fail, and selects what is chosen', async () => {
    const panel = new SimulationPanel(signedIn)
    await openSystem(signedIn, api, 'drowning')
    await panel.command('Start').click()
    await panel.waitForMore('Failed requests', 100)
    await test.step('[RUN-19] renews the lists twice a second, not with every tick, at 20×', async () => {
      await panel.speed('20×').check()
      const { renewals, seconds } = await panel.section('Utilization').evaluate(
        (section) =>
          new Promise<{ renewals: number; seconds: number }>((resolve) => {
            let count = 0
            const began = performance.now()
            const observer = new MutationObserver(() => {
              count += 1
            })
            observer.observe(section, { subtree: true, childList: true, characterData: true, attributes: true })
            setTimeout(() => resolve({ renewals: count, seconds: (performance.now() - began) / 1000 }), 3000)
          }),
      )
      expect(renewals).toBeGreaterThanOrEqual(1)
      // On a busy machine the time is longer than asked for.
      expect(renewals).toBeLessThanOrEqual(2 * seconds + 2)
    })

    await test.step('[RUN-17] [RUN-18] [RUN-310] [RUN-312] [RUN-20] names what is overloaded and why requests fail, and selects it when chosen', async () => {
      await expect(panel.bars('Bottlenecks').filter({ hasText: 'Orders' }).first()).toContainText('100 %')
      const errors = panel.section('Error analysis')
      await expect(errors).toContainText('Node overload')
      await expect(errors.getByRole('list').nth(0).getByRole('listitem').first()).toContainText(/\d+\.\d %$/)
      const marks = await errors
        .locator('[data-share]')
        .first()
        .evaluate((mark) =>
          ['0', '5', '10', '25'].map((share) => {
            mark.setAttribute('data-share', share)
            const { borderTopColor, backgroundColor } = getComputedStyle(mark)
            return `${borderTopColor} ${backgroundColor}`
          }),
        )
      expect(new Set(marks).size).toBe(4)
      await expect(errors.getByRole('list').nth(2).getByRole('listitem')).toHaveCount(5)

      await panel
        .bars('Bottlenecks')
        .filter({ hasText: /^Orders/ })
        .click()
      await expect(signedIn.getByRole('region', { name: 'Properties' })).toContainText('Orders')
      await panel.bars('Utilization').filter({ hasText: 'Queries' }).click()
      await expect(signedIn.getByRole('region', { name: 'Properties' })).toContainText('Database')
    })

    await test.step('[RUN-16] [RUN-304] [RUN-306] [RUN-307] [RUN-21] [RUN-78] shows a bar for all that can be loaded, the highest first', async () => {
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
      const looks = await panel
        .bars('Utilization')
        .first()
        .evaluate((bar) =>
          ['calm', 'busy', 'high', 'full'].map((level) => {
            bar.setAttribute('data-load', level)
            const { backgroundColor, backgroundImage } = getComputedStyle(bar.querySelector('[class*=fill]') ?? bar)
            return `${backgroundColor} ${backgroundImage}`
          }),
        )
      expect(new Set(looks).size).toBe(4)
      await expect(signedIn.getByRole('group', { name: 'Server: Orders' })).toContainText('%')
      await expect(signedIn.getByRole('group', { name: 'Client: Visitors' })).not.toContainText('%')
    })

    await test.step('the panel of a run is accessible in light and dark', async () => {
      await expectAccess(signedIn, { within: 'section[aria-label="Simulation Panel"]' })
    })

    await test.step('[RUN-20] [RUN-313] selects what is chosen and brings it into view, again and again', async () => {
      const editor = new EditorPage(signedIn)
      const recent = panel.section('Error analysis').getByRole('list').nth(2).getByRole('button').first()
      const component = panel.section('Error analysis').getByRole('list').nth(1).getByRole('button').first()
      const whereItFailed = /(?:Orders|Visitors)$/.exec(await recent.innerText())?.[0] ?? ''
      const whereMostFailed = /^\w+/.exec(await component.innerText())?.[0] ?? ''
      for (const [choice, label] of [
        [panel.bars('Bottlenecks').filter({ hasText: /^Orders/ }), 'Orders'],
        [panel.bars('Utilization').filter({ hasText: /^Orders/ }), 'Orders'],
        [recent, whereItFailed],
        [component, whereMostFailed],
      ] as const) {
        const node = editor.canvas.getByRole('group', { name: new RegExp(`: ${label}$`) })
        const box = await editor.canvas.boundingBox()
        if (!box) throw new Error('There is no canvas.')
        const x = box.x + box.width / 2
        await editor.drag({ x, y: box.y + box.height - 120 }, { x, y: box.y + 20 })
        await expect(node).not.toBeInViewport()
        await choice.click()
        await expect(node).toBeInViewport({ ratio: 0.99 })
        await expect(signedIn.getByRole('region', { name: 'Properties' })).toContainText(label)
      }
    })
  })

  await test.step('[RUN-305] shows five components and five connections, and more when asked', async () => {
    const panel = new SimulationPanel(signedIn)
    await openBusySystem(signedIn, api)
    await panel.command('Start').click()
    await expect(panel.bars('Utilization')).toHaveCount(10)
    await panel.section('Utilization').getByRole('button', { name: 'Show 14 more' }).first().click()
    await expect(panel.bars('Utilization')).toHaveCount(24)
  })

  await test.step('[RUN-309] lists three of four components at which requests fail', async () => {
    const servers = [0, 1, 2, 3].map((index) => ({
      id: `s${index}`,
      type: 'Server',
      position: { x: 810, y: index * 180 },
      data: { label: `Orders ${index}`, maxConcurrentRequests: 1, instances: 1 },
    }))
    const flow = await api.createFlow({
      name: 'Four that fail',
      ...TICKS,
      nodes: [
        { id: 'c', type: 'Client', position: { x: 0, y: 270 }, data: { concurrentUsers: 3000 } },
        { id: 'lb', type: 'LoadBalancer', position: { x: 405, y: 270 }, data: {} },
        ...servers,
      ],
      edges: [httpEdge('c', 'lb'), ...servers.map(({ id }) => httpEdge('lb', id))],
    })
    const panel = new SimulationPanel(signedIn)
    await EditorPage.openFlow(signedIn, flow)
    await panel.command('Start').click()
    await panel.waitForMore('Failed requests', 1000)
    await panel.command('Pause').click()
    await expect(panel.status).toHaveText('Paused')
    const components = panel.section('Error analysis').getByRole('list').nth(1).getByRole('listitem')
    await expect(components).toHaveCount(3)
    const counts = (await components.allInnerTexts()).map((text) =>
      Number(/\n([\d,]+)\n/.exec(text)?.[1]?.replaceAll(',', '')),
    )
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  })
})

test('@small the panel opens from its rail below the canvas', async ({ signedIn, api }) => {
  const panel = new SimulationPanel(signedIn)
  await openSystem(signedIn, api, 'calm')
  await panel.command('Start').click()
  await panel.root.getByRole('button', { name: 'Expand Simulation Panel' }).click()
  await panel.waitForMore('Completed requests', 0)
  await expect(signedIn.getByRole('region', { name: 'Canvas' })).toBeVisible()
  await panel.root.getByRole('button', { name: 'Collapse Simulation Panel' }).click()
  await expect.poll(() => panel.offered()).toEqual(['Pause', 'Reset'])
})
