import { readFileSync } from 'node:fs'
import type { Download, Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { expectAccess } from '../pages/access.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { Plots } from '../pages/plots.page.ts'
import { SimulationPanel } from '../pages/simulation.page.ts'
import { openSystem } from '../pages/systems.ts'
import { simulateInTerminal } from '../pages/terminal.ts'

/** Applies what helps the first component that is full. */
async function applyFirstProposal(panel: SimulationPanel): Promise<void> {
  await expect(
    panel
      .section('Diagnosis')
      .getByRole('button', { name: /Orders/ })
      .first(),
  ).toBeVisible()
  await panel.section('Diagnosis').getByRole('button', { name: 'Apply' }).first().click()
}

async function exported(page: Page, press: () => Promise<void>): Promise<{ file: string; name: string }> {
  const download: Promise<Download> = page.waitForEvent('download')
  await press()
  return { file: await (await download).path(), name: (await download).suggestedFilename() }
}

test('[RUN-448] [RUN-449] [RUN-500] [RUN-501] [RUN-502] [RUN-504] [RUN-718] [RUN-505] [RUN-705] [RUN-706] goes on with an edit, and without one that cannot be simulated', async ({
  signedIn: page,
  api,
}) => {
  test.slow()
  await test.step('[RUN-448] [RUN-449] [RUN-500] [RUN-501] [RUN-502] [RUN-504] [RUN-718] an edited run of Queueing: what was proposed mends it, it is marked on the time axis, and its log gives the same figures in the terminal', async () => {
    const panel = new SimulationPanel(page)
    const { section } = new Plots(page)
    const diagnosis = panel.section('Diagnosis')
    const exportLog = panel.root.getByRole('button', { name: 'Export run log' })
    const mark = section.getByRole('button', { name: /^Orders: .+ → .+, at 00:\d\d$/ })
    await openSystem(page, api, 'drowning', 'events')
    await expect(exportLog).toBeDisabled()
    await test.step('[RUN-448] [RUN-449] a run names its bottleneck, and what is proposed mends it', async () => {
      await panel.command('Start').click()
      await expect(diagnosis.getByRole('button', { name: /^(Orders|.*Orders) (is full|waits)/ }).first()).toBeVisible()
      await panel.waitForMore('Elapsed time', 3)
      await applyFirstProposal(panel)
      await expect(mark).toBeVisible()
      await panel.speed('20×').click()
      await expect(diagnosis.getByRole('columnheader').last()).toHaveText('after', { timeout: 60_000 })
      const completed = await diagnosis.getByRole('row', { name: 'Completed' }).getByRole('cell').allInnerTexts()
      const [before = 0, after = 0] = completed.map((text) => Number.parseFloat(text.replace(',', '')))
      expect(after).toBeGreaterThan(before)
    })

    await panel.waitForMore('Elapsed time', 30)
    await panel.command('Pause').click()
    await expect(panel.status).toHaveText('Paused')
    await test.step('[RUN-500] [RUN-501] [RUN-502] the edit is marked on the time axis, with the ten seconds before and after', async () => {
      await section.getByRole('slider', { name: 'Moment of the run' }).focus()
      await page.keyboard.press('Shift+Tab')
      await expect(mark).toBeFocused()
      const card = section.getByRole('table', { name: 'Ten seconds before and after' })
      await expect(card.getByRole('columnheader')).toHaveText(['Ten seconds', 'before', 'after'])
      const rates = await card.getByRole('row', { name: 'Completed' }).getByRole('cell').allInnerTexts()
      const [before = 0, after = 0] = rates.map((text) => Number.parseFloat(text.replace(',', '')))
      expect(after).toBeGreaterThan(before)
      await mark.blur()
      await expect(card).toBeHidden()
      await mark.hover()
      await expect(card).toBeVisible()
      await page.mouse.move(0, 0)
      await expect(card).toBeHidden()

      await section.getByText('1 edit as a table').click()
      const row = section.getByRole('table', { name: 'Edits of the run' }).getByRole('row').last()
      await expect(row).toContainText((await mark.getAttribute('aria-label')) ?? '')
      await expect(row).toContainText(rates.join(' → '))
      await expectAccess(page, { within: 'section[aria-label="Simulation Panel"]' })
    })

    await test.step('[RUN-504] [RUN-718] the log gives the same figures in the terminal', async () => {
      // What was told too late to be shown is shown by a step.
      await panel.command('Step').click()
      const exportBoth = async () => {
        const shown = await exported(page, () => panel.root.getByRole('button', { name: 'Export JSON' }).click())
        const { file, name } = await exported(page, () => exportLog.click())
        const [run, log] = [shown.file, file].map((path) => JSON.parse(readFileSync(path, 'utf8')))
        return { run, log, file, name }
      }
      await expect
        .poll(async () => {
          const { run, log } = await exportBoth()
          return run.elapsedTime - log.untilMs
        })
        .toBe(0)
      const { run, log, file, name } = await exportBoth()
      expect(name).toBe('System drowning run log.json')
      expect(log).toMatchObject({ format: 'plimsoll-run-log', name: 'System drowning', edits: [{}] })
      const report = await simulateInTerminal('--replay', file)
      const { completed, failed } = report.clients[0] ?? {}
      expect([run.figures.completedRequests, run.figures.failedRequests]).toEqual([completed, failed])
      expect(run.figures.activeRequests).toBe(report.figures.inFlightAtEnd?.mean)
      const seconds = log.untilMs / 1000
      expect(run.figures.completedRequests / seconds).toBeCloseTo(report.figures.goodput?.mean ?? 0, 9)
    })

    await panel.command('Reset').click()
    await panel.command('Start').click()
    await panel.waitForMore('Elapsed time', 0)
    await expect(mark).toHaveCount(0)
  })

  await test.step('[RUN-505] [RUN-705] [RUN-706] goes on without an edit that cannot be simulated, and says so', async () => {
    const panel = new SimulationPanel(page)
    const flow = await api.createFlow({
      name: 'Outage',
      nodes: [
        { id: 'client', type: 'Client', position: { x: 0, y: 0 }, data: { label: 'Visitors', concurrentUsers: 50 } },
        { id: 'api', type: 'Server', position: { x: 405, y: 0 }, data: { label: 'Orders' } },
        { id: 'spare', type: 'Server', position: { x: 405, y: 300 }, data: { label: 'Spare' } },
      ],
      edges: [{ id: 'ask', type: 'http', source: 'client', target: 'api', data: {} }],
      simulation: { faults: [{ node: 'spare', atS: 500, forS: 1 }] },
    })
    await EditorPage.openFlow(page, flow)
    await panel.command('Start').click()
    await panel.waitForMore('Elapsed time', 1)
    await page.locator('.react-flow__node[data-id="spare"]').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Delete')
    await expect(panel.notice).toHaveText(
      'The last edit cannot be simulated: simulation.faults.0.node names no component of this flow: "spare". The run goes on without it.',
    )
    const seconds = await panel.secondsElapsed()
    await panel.waitForMore('Elapsed time', seconds + 1)
    await expect(panel.status).toHaveText('Running')
    await page.keyboard.press('Control+z')
    await expect(panel.notice).toBeHidden()
    await expect(panel.status).toHaveText('Running')
  })
})
