import { expect, test } from '../fixtures/test.ts'
import { expectAccess } from '../pages/access.ts'
import { Plots } from '../pages/plots.page.ts'
import { SimulationPanel } from '../pages/simulation.page.ts'
import { openSystem } from '../pages/systems.ts'

test('[RUN-55] [RUN-52] [RUN-334] [RUN-335] [RUN-54] [RUN-338] [RUN-339] [RUN-341] [RUN-57] [RUN-714] [RUN-715] [RUN-717] [RUN-56] [RUN-340] draws the run over time, at most twice a second', async ({
  signedIn,
  api,
}) => {
  test.slow()
  await test.step('[RUN-55] [RUN-52] [RUN-334] [RUN-335] [RUN-54] [RUN-338] [RUN-339] [RUN-341] [RUN-57] [RUN-714] [RUN-715] [RUN-717] draws the run over time, read by pointer, keyboard and screen reader', async () => {
    const panel = new SimulationPanel(signedIn)
    const plots = new Plots(signedIn)
    await openSystem(signedIn, api, 'drowning')
    await expect(plots.section).toContainText('show here while a simulation runs')
    await panel.command('Start').click()
    await panel.waitForMore('Elapsed time', 5)
    await panel.command('Pause').click()
    await expect(panel.status).toHaveText('Paused')
    await test.step('[RUN-55] [RUN-715] tells a screen reader without speaking up', async () => {
      await expect(plots.section).toContainText(
        /Throughput: [\d,.]+ rps now, between [\d,.]+ and [\d,.]+ since Start\./,
      )
      await expect(plots.section).toContainText(/Errors: [\d,.]+ per s, [\d.]+ % now, between /)
      expect(await plots.section.locator('[aria-live], [role=status], [role=alert]').count()).toBe(0)
      await plots.cursor.focus()
      await expectAccess(signedIn, { within: 'section[aria-label="Over time"]' })
    })

    await test.step('[RUN-52] [RUN-334] [RUN-335] [RUN-54] [RUN-338] [RUN-339] [RUN-341] [RUN-57] [RUN-714] [RUN-717] draws the run over time, read by pointer and keyboard', async () => {
      await plots.cursor.blur()
      expect(await plots.names()).toEqual(['Throughput', 'Active requests', 'Errors'])
      await expect(plots.section).toContainText('60 s')
      await expect
        .poll(plots.values.bind(plots))
        .toEqual([
          expect.stringMatching(/^[\d,.]+ rps$/),
          expect.stringMatching(/^[\d,]+$/),
          expect.stringMatching(/^[\d,.]+ per s[\d.]+ %$/),
        ])
      await expect(plots.cursor).toHaveAttribute('aria-valuemax', /^\d+(\.\d)?$/)
      const latest = await plots.values()
      expect(Number.parseFloat(latest[2] ?? '')).toBeGreaterThan(0)

      await plots.cursor.focus()
      await signedIn.keyboard.press('Home')
      expect(await plots.reading()).toMatch(
        /^1(?:\.\d)? s: Throughput [\d,.]+ rps, Active requests [\d,]+, Errors [\d,.]+ per s, [\d.]+ %$/,
      )
      await signedIn.keyboard.press('ArrowRight')
      expect(await plots.reading()).toMatch(/^[2-4](?:\.\d)? s: /)
      const second = await plots.values()
      const time = Number(await plots.cursor.getAttribute('aria-valuenow'))
      expect(second).not.toEqual(latest)
      const [first, last] = [
        await plots.cursor.getAttribute('aria-valuemin'),
        await plots.cursor.getAttribute('aria-valuemax'),
      ]
      // A page is ten points, more than this run has.
      for (const [key, moment] of [
        ['End', last],
        ['PageDown', first],
        ['PageUp', last],
      ] as const) {
        await signedIn.keyboard.press(key)
        await expect(plots.cursor).toHaveAttribute('aria-valuenow', moment ?? '')
      }
      await plots.cursor.blur()

      const box = await plots.cursor.boundingBox()
      if (!box) throw new Error('The plots are not on screen.')
      // The plots are as wide as a minute.
      await signedIn.mouse.move(box.x + (box.width * (time + 0.1)) / 60, box.y + box.height / 2)
      await expect.poll(() => plots.values()).toEqual(second)
      await signedIn.mouse.move(0, 0)
      await expect.poll(() => plots.values()).toEqual(latest)

      await panel.command('Reset').click()
      await expect(plots.section).toContainText('show here while a simulation runs')
      expect(await plots.names()).toEqual([])
    })
  })

  await test.step('[RUN-56] [RUN-340] draws at most twice a second, and holds the moment that is read', async () => {
    const panel = new SimulationPanel(signedIn)
    const plots = new Plots(signedIn)
    await openSystem(signedIn, api, 'calm')
    await panel.command('Start').click()
    await panel.waitForMore('Elapsed time', 2)
    const { drawings, seconds } = await plots.drawingsWithin(4000)
    expect(drawings).toBeGreaterThanOrEqual(1)
    expect(drawings).toBeLessThanOrEqual(2 * seconds + 1)

    await plots.cursor.focus()
    await signedIn.keyboard.press('Home')
    const reading = await plots.reading()
    const values = await plots.values()
    await panel.waitForMore('Elapsed time', (await panel.value('Elapsed time')) + 2)
    expect(await plots.reading()).toBe(reading)
    expect(await plots.values()).toEqual(values)
  })
})

test('@small the plots fit the sheet', async ({ signedIn, api }) => {
  const panel = new SimulationPanel(signedIn)
  const plots = new Plots(signedIn)
  await openSystem(signedIn, api, 'calm')
  await panel.command('Start').click()
  await panel.root.getByRole('button', { name: 'Expand Simulation Panel' }).click()
  await panel.waitForMore('Elapsed time', 2)
  await plots.cursor.scrollIntoViewIfNeeded()
  const box = await plots.cursor.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
  expect(await panel.root.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})
