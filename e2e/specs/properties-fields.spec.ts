import { createEdge, createNode } from '@plimsoll/flow'
import { expect, test } from '../fixtures/test.ts'
import { everyKind, PropertiesPanel } from '../pages/properties.page.ts'

test('[PRP-8] [PRP-9] [PRP-10] [PRP-14] [PRP-15] [PRP-21] [PRP-202] [PRP-203] [PRP-206] [PRP-207] [PRP-43] [PRP-44] [PRP-204] [UI-1229] [UI-1231] fields take, refuse and revert what is typed, and say during a run what they do', async ({
  signedIn,
  api,
}) => {
  test.slow()
  await test.step('[PRP-8] [PRP-9] [PRP-10] [PRP-14] [PRP-15] [PRP-21] [PRP-202] [PRP-203] [PRP-206] [PRP-207] fields take, refuse and revert what is typed', async () => {
    const panel = await PropertiesPanel.openFlow(signedIn, api, everyKind())
    // Half a second without a key would end an edit, and a busy machine may take as long for one.
    await signedIn.clock.install()
    await signedIn.clock.pauseAt(Date.now() + 60_000)
    await test.step('[PRP-203] Escape undoes the edit and keeps the selection', async () => {
      await panel.selectNode('Server')
      const cores = panel.field('CPU cores')
      await cores.fill('16')
      await expect(panel.node('Server')).toContainText('16 cores')
      await cores.press('Escape')
      await expect(cores).toHaveValue('4')
      await expect(panel.node('Server')).toContainText('4 cores')
    })

    await test.step('[PRP-9] [PRP-10] 129 cores are refused and 128 accepted, typed at once or digit by digit', async () => {
      await panel.selectNode('Server')
      const cores = panel.field('CPU cores')
      await cores.fill('129')
      await expect(cores).toHaveAttribute('aria-invalid', 'true')
      await expect(cores).toHaveAccessibleDescription(/^Must be 1 – 128 cores/)
      await expect(panel.node('Server')).toContainText('4 cores')
      await cores.blur()
      await expect(cores).toHaveValue('4')
      await expect(cores).toHaveAttribute('aria-invalid', 'false')
      await expect(panel.region.getByText('Kept 4: must be 1 – 128 cores')).toBeVisible()

      await cores.focus()
      await cores.pressSequentially('129')
      await expect(panel.node('Server')).toContainText('4 cores')
      await cores.press('Backspace')
      await cores.pressSequentially('8')
      await cores.blur()
      await expect(cores).toHaveValue('128')
      await expect(panel.node('Server')).toContainText('128 cores')
      await expect(panel.region.getByText('Kept')).toHaveCount(0)
    })
    await signedIn.clock.resume()

    await test.step('[UI-1231] the unit of 1 is in the singular', async () => {
      await panel.selectNode('Server')
      const instances = panel.field('Instances')
      const row = panel.region.locator('[data-property="instances"]')
      for (const [count, unit] of [
        ['1', 'instance'],
        ['3', 'instances'],
      ] as const) {
        await instances.fill(count)
        await expect(row.getByText(unit, { exact: true })).toBeVisible()
        await expect(instances).toHaveAttribute('aria-valuetext', `${count} ${unit}`)
      }
    })

    await test.step('[UI-1229] a unit that the label names is whole, or is not there', async () => {
      await panel.selectNode('LoadBalancer')
      for (const [connections, isShown] of [
        ['100', true],
        ['100000', false],
      ] as const) {
        await panel.field('Max connections').fill(connections)
        const unit = panel.region.locator('[data-property="maxConnections"]').getByText('connections', { exact: true })
        const seen = () =>
          unit.evaluate((element) => {
            const [own, field] = [element, element.parentElement].map((one) => one?.getBoundingClientRect())
            if (!own || !field || element.scrollWidth > element.clientWidth) return 'cut'
            return own.right <= field.right && own.bottom <= field.bottom + 1 ? 'whole' : own.top >= field.bottom - 1
          })
        await expect.poll(seen).toBe(isShown ? 'whole' : true)
      }
    })

    await test.step('[PRP-8] [PRP-202] arrow keys step and stop at the bound', async () => {
      await panel.selectNode('Server')
      const cores = panel.field('CPU cores')
      await cores.fill('4')
      await cores.press('ArrowUp')
      await expect(cores).toHaveValue('5')
      await cores.press('Shift+ArrowUp')
      await expect(cores).toHaveValue('15')
      await cores.press('PageDown')
      await cores.press('PageDown')
      await expect(cores).toHaveValue('1')
      await panel.field('CPU speed').press('ArrowDown')
      await expect(panel.field('CPU speed')).toHaveValue('2.4')
      await panel.region.getByText('GHz', { exact: true }).click()
      await expect(panel.field('CPU speed')).toBeFocused()
    })

    await test.step('[PRP-15] [PRP-207] a list takes entries by Enter or by leaving, refuses what it has, and gives any of them back', async () => {
      await panel.selectNode('Client')
      await panel.open('Connection')
      const [field, entries] = [panel.field('Supported protocols'), panel.group('Connection').getByRole('listitem')]
      await field.pressSequentially('SCTP')
      await field.press('Enter')
      await expect(entries).toHaveText(['HTTP', 'HTTPS', 'SCTP'])
      await field.pressSequentially('HTTP')
      await field.press('Enter')
      await expect(panel.region.getByText('HTTP is already in the list')).toBeVisible()
      await field.fill(' ')
      await field.press('Enter')
      await expect(panel.region.getByText('An entry needs a text')).toBeVisible()
      await field.fill('QUIC')
      await field.blur()
      await expect(entries).toHaveText(['HTTP', 'HTTPS', 'SCTP', 'QUIC'])
      await panel.region.getByRole('button', { name: 'Remove HTTPS' }).click()
      await expect(entries).toHaveText(['HTTP', 'SCTP', 'QUIC'])
      await expect(field).toBeFocused()
      await field.press('Backspace')
      await signedIn.keyboard.press('Enter')
      await expect(entries).toHaveText(['HTTP', 'SCTP'])
    })

    await test.step('[PRP-14] [PRP-206] the node shows a label as it is typed, unless it is too long', async () => {
      await panel.selectNode('Cache')
      await panel.field('Label').fill('')
      await panel.field('Label').pressSequentially('Sessions')
      await expect(panel.node('Cache')).toContainText('Sessions')
      await expect(panel.heading()).toHaveText('Sessions')
      await panel.field('Label').press('Enter')
      await panel.field('Label').fill('x'.repeat(10_001))
      await expect(panel.field('Label')).toHaveAccessibleDescription(/^Must be at most 10000 characters/)
      await expect(panel.heading()).toHaveText('Sessions')
      await panel.field('Label').press('Escape')
    })

    await test.step('[PRP-21] everything works by keyboard alone', async () => {
      const { keyboard } = signedIn
      await panel.node('Database').focus()
      await keyboard.press('Enter')
      await expect(panel.heading()).toHaveText('Database')

      await panel.tabTo(panel.field('Database type'))
      await keyboard.press('ArrowDown')
      await expect(panel.field('Database type')).toHaveValue('NoSQL')
      await panel.tabTo(panel.field('Max connections'))
      await keyboard.type('750')
      await expect(panel.field('Max connections')).toHaveValue('750')
      await panel.tabTo(panel.section('Replication'))
      await keyboard.press('Enter')
      await panel.tabTo(panel.field('Replication'))
      await keyboard.press('Space')
      await panel.tabTo(panel.field('Replication factor'))
      await keyboard.press('ArrowUp')
      await expect(panel.field('Replication factor')).toHaveValue('4')
    })
  })

  await test.step('[PRP-43] [PRP-44] [PRP-204] during a run says below a field what it does, and groups large numbers', async () => {
    const panel = await PropertiesPanel.openFlow(signedIn, api, {
      nodes: [
        createNode('Client', { id: 'c', position: { x: 0, y: 0 }, settings: { concurrentUsers: 500 } }),
        createNode('Server', { id: 's', position: { x: 405, y: 0 }, settings: { instances: 4 } }),
      ],
      edges: [createEdge('http', { id: 'e', ends: { source: 'c', target: 's' } })],
    })
    await panel.selectNode('s')
    const row = panel.region.locator('[data-property="instances"]')
    await expect(row).not.toContainText('slots')
    await signedIn.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(row).toContainText(/at [\d.]+ rps: \d+ % of 4 × [\d,]+ slots/)

    const rate = panel.field('Max requests per second')
    await rate.fill('1000000')
    await expect(rate).toHaveValue('1000000')
    await rate.blur()
    await expect(rate).toHaveValue('1,000,000')
    await rate.focus()
    await expect(rate).toHaveValue('1000000')
  })
})
