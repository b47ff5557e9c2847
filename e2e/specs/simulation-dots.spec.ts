import { expect, test } from '../fixtures/test.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { TICKS } from '../pages/flows.ts'
import { SimulationPanel } from '../pages/simulation.page.ts'
import { openSystem } from '../pages/systems.ts'

test('[RUN-25] [RUN-319] [RUN-320] [RUN-27] [RUN-74] [EDT-125] [RUN-87] dots move along their edges, and dashes stand still while the run is paused', async ({
  signedIn,
  api,
}) => {
  test.slow()
  await test.step('[RUN-25] [RUN-319] [RUN-320] [RUN-27] [RUN-74] dots move along their edges, and are counted where nothing is to move', async () => {
    const panel = new SimulationPanel(signedIn)
    await openSystem(signedIn, api, 'calm')
    await test.step('[RUN-25] [RUN-319] dots move during a run, stand still while it is paused, and are gone after Reset', async () => {
      expect((await panel.painted()).pixels).toBe(0)
      await panel.command('Start').click()
      await panel.waitForMore('Completed requests', 0)
      await expect.poll(async () => (await panel.painted()).pixels).toBeGreaterThan(100)
      const first = await panel.painted()
      await expect.poll(async () => (await panel.painted()).print).not.toBe(first.print)

      await panel.command('Pause').click()
      await expect(panel.status).toHaveText('Paused')
      const held = await panel.paintedAtRest()
      expect(held.pixels).toBeGreaterThan(100)
      await panel.changesWithin(500)
      expect((await panel.painted()).print).toBe(held.print)

      await panel.command('Reset').click()
      await expect.poll(async () => (await panel.painted()).pixels).toBe(0)
    })

    await test.step('[RUN-320] dots stay on their edges when the viewport moves', async () => {
      await panel.command('Start').click()
      await panel.waitForMore('Completed requests', 0)
      await expect.poll(async () => (await panel.painted()).pixels).toBeGreaterThan(100)
      await panel.command('Pause').click()
      await expect(panel.status).toHaveText('Paused')
      const before = await panel.paintedAtRest()
      expect(before.pixels).toBeGreaterThan(100)

      const canvas = signedIn.getByRole('region', { name: 'Canvas' })
      const { x, y, width, height } = (await canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      const [startX, startY] = [x + width / 2, y + height * 0.75]
      const node = signedIn.getByRole('group', { name: 'Server: Orders' })
      const nodeBefore = await node.boundingBox()
      await signedIn.mouse.move(startX, startY)
      await signedIn.mouse.down({ button: 'middle' })
      await signedIn.mouse.move(startX + 40, startY - 60, { steps: 5 })
      await signedIn.mouse.up({ button: 'middle' })
      await expect(async () => {
        const nodeAfter = await node.boundingBox()
        const moved = { x: (nodeAfter?.x ?? 0) - (nodeBefore?.x ?? 0), y: (nodeAfter?.y ?? 0) - (nodeBefore?.y ?? 0) }
        expect(Math.hypot(moved.x, moved.y)).toBeGreaterThan(20)
        const after = await panel.painted()
        expect(after.x - before.x).toBeCloseTo(moved.x, 0)
        expect(after.y - before.y).toBeCloseTo(moved.y, 0)
      }).toPass()
    })

    await test.step('[RUN-27] [RUN-74] with reduced motion, edges show counts and no dot moves', async () => {
      await panel.command('Reset').click()
      await expect(panel.status).toHaveText('Stopped')
      await signedIn.emulateMedia({ reducedMotion: 'reduce' })
      await panel.command('Start').click()
      await panel.waitForMore('Completed requests', 0)
      await expect.poll(async () => (await panel.painted()).pixels).toBeGreaterThan(100)
      expect(await panel.paintedColors()).toContain(await panel.token('--surface'))
      expect(await panel.paintedColors()).not.toContain(await panel.token('--retry-0'))
      // Within a second there are ten ticks and sixty frames, but counts change twice. A busy machine looks for longer than that.
      const pictures = new Set<string>()
      const began = Date.now()
      while (Date.now() - began < 1000) pictures.add((await panel.painted()).print)
      expect(pictures.size).toBeLessThanOrEqual((2 * (Date.now() - began)) / 1000 + 2)
    })
  })

  await test.step('[EDT-125] [RUN-87] an edge with handles of its own is drawn; its dashes stand still while the run is paused', async () => {
    const panel = new SimulationPanel(signedIn)
    const handles = { sourceHandle: 'right', targetHandle: 'left' }
    const flow = await api.createFlow({
      name: 'Handled',
      ...TICKS,
      nodes: [
        { id: 'client', type: 'Client', position: { x: 0, y: 0 }, data: {} },
        { id: 'chat', type: 'Server', position: { x: 405, y: 0 }, data: {} },
      ],
      edges: [{ id: 'talk', type: 'websocket', source: 'client', target: 'chat', ...handles, data: {} }],
    })
    await signedIn.emulateMedia({ reducedMotion: 'no-preference' })
    await EditorPage.openFlow(signedIn, flow)
    const dashes = signedIn.locator('.react-flow__edge-path')
    const moved = () => dashes.evaluate((path) => path.getAnimations().map(({ playState }) => playState))
    await expect.poll(moved).toEqual(['running'])
    await panel.command('Start').click()
    await expect.poll(async () => (await panel.painted()).pixels).toBeGreaterThan(0)
    await panel.command('Pause').click()
    await expect.poll(moved).toEqual(['paused'])
    await panel.command('Resume').click()
    await expect.poll(moved).toEqual(['running'])
  })
})
