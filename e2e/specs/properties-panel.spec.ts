import { EDGE_KINDS, EDGE_TYPES, IGNORED_REASONS } from '@plimsoll/catalog'
import { expect, test } from '../fixtures/test.ts'
import { atBothSizes, expectAccess } from '../pages/access.ts'
import { everyKind, IGNORED, PropertiesPanel } from '../pages/properties.page.ts'
import { walkOf } from '../pages/properties-walk.ts'

test('[EDT-450] [EDT-451] [EDT-452] [EDT-453] [EDT-850] [UI-1190] [PRP-1] [PRP-2] [PRP-4] [PRP-60] [PRP-61] [PRP-6] [PRP-17] [PRP-18] [PRP-200] [PRP-208] [EDT-454] [EDT-456] [PRP-19] [PRP-20] [PRP-30] shows every property in its section, with what it does and why it is marked, and changes a kind', async ({
  signedIn,
  api,
}) => {
  test.slow()
  await test.step('[EDT-450] [EDT-451] [EDT-452] [EDT-453] [EDT-850] [UI-1190] [PRP-1] [PRP-2] [PRP-4] [PRP-60] [PRP-61] [PRP-6] [PRP-17] [PRP-18] [PRP-200] [PRP-208] shows, explains and folds what is selected', async () => {
    const panel = await PropertiesPanel.openFlow(signedIn, api, everyKind())
    await test.step('[PRP-1] [PRP-2] is there for what is selected, and gone without', async () => {
      await expect(panel.region).toHaveCount(0)
      await panel.selectNode('LoadBalancer')
      await expect(panel.heading()).toHaveText('Load Balancer')
      await panel.field('Label').fill('Front door')
      await expect(panel.heading()).toHaveText('Front door')
      await expect(panel.region.getByRole('banner').or(panel.region.locator('header'))).toContainText('Load Balancer')
      await panel.selectEdge('kafka')
      await expect(panel.heading()).toHaveText('Kafka')
      await panel.canvas.locator('.react-flow__pane').click({ position: { x: 400, y: 120 } })
      await expect(panel.region).toHaveCount(0)
    })

    await test.step('[PRP-17] [PRP-18] [PRP-208] explains every property to eye and ear', async () => {
      await panel.selectNode('Server')
      const cores = panel.field('CPU cores')
      await expect(cores).toHaveAccessibleName('CPU cores')
      await expect(cores).toHaveAccessibleDescription(/1 – 128 cores Simulated by Queueing$/)
      await expect(panel.foot()).toContainText('not simulated by Queueing')
      await cores.focus()
      await expect(panel.foot()).toContainText('CPU cores.')
      const marks = panel.group('Capacity').getByRole('img')
      await expect(marks).toHaveCount(await panel.group('Capacity').locator('input, select').count())
      await expect(marks.first()).toHaveAccessibleName('Simulated by Queueing')
    })

    await test.step('[PRP-4] [PRP-60] [PRP-61] opens the first two sections, and remembers what was opened and closed', async () => {
      const open = () => panel.region.locator('button[aria-expanded="true"]').allTextContents()
      await panel.selectNode('Server')
      expect(await open()).toEqual(['General', 'Capacity'])
      await expect(panel.field('Auto-scaling')).toBeHidden()
      await panel.section('Scaling').click()
      await panel.section('General').click()
      await expect(panel.group('Scaling').getByLabel('Auto-scaling', { exact: true })).toBeVisible()
      expect(await open()).toEqual(['Capacity', 'Scaling'])
      await panel.selectNode('Cache')
      expect(await open()).toEqual(['Capacity', 'Scaling'])
      await panel.section('General').click()
    })

    await test.step('[PRP-6] [PRP-200] an edit touches the fields it changes, and moving none', async () => {
      await panel.selectNode('Server')
      await panel.field('CPU cores').focus()
      const touched = await panel.watchFields()
      await signedIn.keyboard.type('8')
      await expect(panel.node('Server')).toContainText('8 cores')
      expect(await touched()).toEqual(['CPU cores'])

      await panel.node('Server').focus()
      const before = await panel.node('Server').boundingBox()
      const touchedByMoving = await panel.watchFields()
      for (let step = 0; step < 5; step++) await signedIn.keyboard.press('ArrowRight')
      await expect.poll(async () => (await panel.node('Server').boundingBox())?.x).not.toBe(before?.x)
      expect(await touchedByMoving()).toEqual([])
    })

    await test.step('[EDT-450] [EDT-451] [EDT-452] [EDT-453] [EDT-850] [UI-1190] fields that the engine in use ignores are folded at the end with their reasons', async () => {
      await panel.selectNode('Server')
      const heading = panel.section(IGNORED)
      await expect(heading).toHaveText('Not simulated by Queueing: 3')
      await expect(heading).toHaveAttribute('aria-expanded', 'false')
      await expect(panel.ignored().getByRole('button')).toHaveAttribute('aria-expanded', 'false')
      await expect(panel.region.locator('button[aria-expanded]').last()).toHaveText('Not simulated by Queueing: 3')
      await expect(panel.group('General').getByLabel('Label', { exact: true })).toBeVisible()
      await panel.tabTo(heading)
      await signedIn.keyboard.press('Enter')
      await expect(panel.ignored().locator('label')).toHaveText(['Description', 'Storage', 'Health check path'])
      await expect(panel.ignored().getByRole('paragraph')).toHaveText([
        IGNORED_REASONS.text,
        IGNORED_REASONS.disk,
        IGNORED_REASONS.address,
      ])
      await panel.selectNode('Cache')
      await expect(heading).toHaveAttribute('aria-expanded', 'true')
    })
  })

  await test.step('[EDT-454] [EDT-456] the foot says what a property does in the engine in use first', async () => {
    const panel = await PropertiesPanel.openFlow(signedIn, api, everyKind({ engine: 'live' }))
    await panel.selectNode('Server')
    await panel.field('Max concurrent requests').focus()
    await expect(panel.foot()).toContainText(/Ticks: Capacity per instance.*Queueing: Admission limit per instance/)
    await panel.open(IGNORED)
    await panel.field('CPU cores').focus()
    await expect(panel.foot()).toContainText(new RegExp(`${IGNORED_REASONS.cores}.*Queueing: Slots per instance`))
  })

  await test.step('[PRP-19] [PRP-20] [PRP-30] a connection says why it is marked, and changes its kind', async () => {
    const panel = await PropertiesPanel.openFlow(signedIn, api, everyKind())
    await test.step('[PRP-30] says why a connection is marked', async () => {
      const marks = [
        { type: 'websocket', section: 'Traffic', label: 'Message rate', least: '51', reason: 'Over 50 messages/s' },
        {
          type: 'eventStream',
          section: 'Delivery',
          label: 'Retention period',
          least: '73',
          reason: 'Retention over 72 h',
        },
        { type: 'http', section: 'Network', label: 'Latency', least: '301', reason: 'Latency over 300 ms' },
      ] as const
      for (const { type, section, label, least, reason } of marks) {
        await panel.selectEdge(type)
        await panel.open(section)
        const mark = panel.region.getByText(reason, { exact: true })
        const marked = panel.edge(type).locator('[data-highlight]')
        await panel.field(label).fill(String(Number(least) - 1))
        await expect(mark.or(marked)).toHaveCount(0)
        await panel.field(label).fill(least)
        await expect(mark).toBeVisible()
        await expect(marked).toBeAttached()
      }
    })

    await test.step('[PRP-20] an unknown kind has no properties of its own', async () => {
      const none = panel.region.getByText('No specific properties for this edge type yet')
      await panel.selectEdge('default')
      await expect(none).toBeVisible()
      await expect(panel.field('Connection kind')).toHaveValue('default')
      await panel.field('Connection kind').selectOption('AMQP')
      await expect(none).toHaveCount(0)
    })

    await test.step('[PRP-19] a connection changes its kind and starts from the defaults of the new one', async () => {
      await panel.selectEdge('http')
      await expect(panel.ends()).toHaveText(/^Server.*Load Balancer$/)
      const kind = panel.field('Connection kind')
      await expect(kind.locator('option')).toHaveText([
        'HTTP',
        'WebSocket',
        'gRPC',
        'TCP',
        'UDP',
        'MQTT',
        'AMQP',
        'Kafka',
        'Event Stream',
        'Database',
      ])
      await panel.field('Max throughput').fill('77')
      await kind.selectOption('HTTP')
      await expect(panel.field('Max throughput')).toHaveValue('77')
      await kind.focus()
      await kind.selectOption('TCP')
      await expect(panel.heading()).toHaveText('TCP')
      await expect(kind).toBeFocused()
      await expect(panel.field('Max throughput')).toHaveValue('1,000')
      await panel.open('Network')
      await expect(panel.field('Latency')).toHaveValue('50')
    })

    await test.step('[PRP-19] every kind can be chosen, and starts from all of its defaults', async () => {
      await panel.selectEdge('default')
      await panel.openAll()
      for (const type of EDGE_TYPES.filter((one) => one !== 'default')) {
        await panel.field('Label').fill('Not by default')
        await panel.field('Max throughput').fill('77')
        await panel.field('Connection kind').selectOption(type)
        const { sections, marks, start } = walkOf(EDGE_KINDS[type])
        expect(await panel.walk({ sections, marks, start, steps: [] }), type).toEqual([])
      }
    })
  })
})

test('[PRP-22] [PRP-23] is as wide as the dock, and has no fault that axe finds', async ({ signedIn, api }) => {
  test.slow()
  const panel = await PropertiesPanel.openFlow(signedIn, api, everyKind())
  await atBothSizes(signedIn, async () => {
    await test.step('[PRP-22] is as wide as the dock, or as a small screen', async () => {
      await panel.selectNode('Database')
      await panel.openAll()
      const { width, overflow } = await panel.region.evaluate((region) => ({
        width: region.getBoundingClientRect().width,
        overflow: [...region.querySelectorAll('*')]
          .filter((element) => element.getBoundingClientRect().right > region.getBoundingClientRect().right + 0.5)
          .map((element) => element.outerHTML.slice(0, 80)),
      }))
      expect(width).toBe(signedIn.viewportSize()?.width === 390 ? 390 : 319)
      expect(overflow).toEqual([])
    })

    await test.step('[PRP-23] has no fault that axe finds', async () => {
      const within = 'section[aria-label="Properties"]'
      await panel.selectNode('Client')
      await panel.openAll()
      await panel.field('Max retries').fill('0')
      await expectAccess(signedIn, { within })
      await panel.selectEdges('http', 'grpc')
      await panel.openAll()
      await expect(panel.field('Compression')).toHaveJSProperty('indeterminate', true)
      await expectAccess(signedIn, { within })
    })
  })
})
