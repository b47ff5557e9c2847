import { expect, test } from '../fixtures/test.ts'
import { KEPT_ON_DEVICE } from '../pages/drafts.page.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { SimulationPanel } from '../pages/simulation.page.ts'
import { openSystem } from '../pages/systems.ts'

test('[RUN-370] [RUN-371] [RUN-373] [RUN-374] [RUN-702] [RUN-710] [RUN-787] [RUN-368] runs Queueing unless the flow says otherwise, and says what is missing where nothing makes requests', async ({
  signedIn,
  api,
}) => {
  test.slow()
  await test.step('[RUN-370] [RUN-371] [RUN-373] [RUN-374] [RUN-702] [RUN-710] runs Queueing unless the flow says otherwise; another engine ends the run and is kept', async () => {
    const panel = new SimulationPanel(signedIn)
    await openSystem(signedIn, api, 'calm', 'events')
    await expect(panel.engine('Queueing')).toBeChecked()
    await panel.command('Start').click()
    await panel.waitForMore('Completed requests', 0)
    await expect(panel.figure('p95').first()).toContainText('ms')
    await expect(signedIn.getByRole('group', { name: 'Server: Orders' })).toContainText(/rps\s·\sp95/)
    const windows = await panel.root
      .locator('dt[data-window]')
      .evaluateAll((names) => names.map((name) => `${name.textContent}, ${name.getAttribute('data-window')}`))
    expect(windows.slice(0, 2)).toEqual(['Requests per second, last second', 'Average response time, since Start'])
    const rows = panel.root.locator('dl > div', { has: signedIn.locator('dd:nth-of-type(2)') })
    await expect(rows.locator('dt')).toHaveText([
      'Rates and times',
      ...['Offered', 'Completed', 'Success', 'Errors', 'Mean', 'p50', 'p95', 'p99'],
    ])
    await expect(rows.first().locator('dd')).toHaveText(['last 10 s', 'since Start'])
    await panel.command('Reset').click()
    await test.step('[RUN-373] runs to the end of ten simulated minutes with progress, and pauses there', async () => {
      // On a fast machine it is over before one could look for it.
      await panel.root.evaluate((root) => {
        new MutationObserver((_, observer) => {
          if (!root.querySelector('progress')) return
          root.dataset.hadProgress = ''
          observer.disconnect()
        }).observe(root, { childList: true, subtree: true })
      })
      await panel.toEnd.click()
      await expect(panel.root).toHaveAttribute('data-had-progress')
      await expect(panel.status).toHaveText('Paused', { timeout: 60_000 })
      expect(await panel.secondsElapsed()).toBe(600)
    })

    await panel.engine('Ticks').check()
    await expect(panel.status).toHaveText('Stopped')
    await panel.command('Start').click()
    await panel.waitForMore('Completed requests', 0)
    await test.step('[RUN-787] says that Ticks makes no diagnosis', async () => {
      await expect(panel.root.getByRole('region', { name: 'Diagnosis' })).toContainText('choose the engine Queueing')
    })
    await expect(new EditorPage(signedIn).panel).toContainText(KEPT_ON_DEVICE)
    await signedIn.reload()
    await expect(panel.engine('Ticks')).toBeChecked()
  })

  await test.step('[RUN-368] says what is missing where nothing makes requests', async () => {
    const panel = new SimulationPanel(signedIn)
    await openSystem(signedIn, api, 'idle', 'events')
    await panel.command('Start').click()
    await panel.waitForMore('Elapsed time', 1)
    await expect(panel.section('Error analysis')).toContainText('There is no client with users')
  })
})
