import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { openSystem } from '../pages/systems.ts'

test('[PRD-1] [PRD-2] [PRD-12] [PRD-20] [PRD-23] [PRD-82] [PRD-300] [PRD-301] [PRD-110] [PRD-111] [PRD-112] [PRD-31] [PRD-41] [PRD-165] [PRD-166] [PRD-60] [PRD-62] [PRD-63] [PRD-310] [PRD-311] [PRD-314] [PRD-316] [PRD-120] [PRD-121] [PRD-140] [PRD-5] [PRD-7] [PRD-102] [PRD-115] [PRD-303] predicts what a design does, beside the canvas and on the server, and stops', async ({
  signedIn: page,
  api,
}) => {
  test.slow()
  await test.step('[PRD-1] [PRD-2] [PRD-12] [PRD-20] [PRD-23] [PRD-82] [PRD-300] [PRD-301] predicts what a design does, by its address and its keys', async () => {
    await openSystem(page, api, 'calm', 'events')
    await page.getByRole('tab', { name: 'Predict' }).click()
    await expect(page).toHaveURL(/\/flow\/[^/]+\/predict$/)
    const predict = page.getByRole('region', { name: 'Predict' })
    await predict.getByLabel('Duration').fill('20')
    await predict.getByLabel('Replications').fill('4')
    await predict.getByLabel('Objectives').fill('p99 < 5 s')
    await predict.getByRole('button', { name: 'Add', exact: true }).click()
    await page.keyboard.press('Control+Enter')
    await expect(predict.getByRole('heading', { name: 'Verdict' })).toBeVisible({ timeout: 30_000 })
    await expect(predict.getByText(/^p99 < 5,000 ms is met: /)).toBeVisible()
    const saved = async (format: string) => {
      const download = page.waitForEvent('download')
      await predict.getByRole('button', { name: `Save Requests over time as ${format}` }).click()
      return (await download).path()
    }
    const svg = await readFile(await saved('SVG'), 'utf8')
    expect(svg).toContain('>Requests over time</text>')
    expect(svg).toContain('>completed</text>')
    const png = await readFile(await saved('PNG'))
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
    const [, svgWidth, svgHeight] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? []
    expect([width, height]).toEqual([3 * Number(svgWidth), 3 * Number(svgHeight)])
    await predict.getByRole('button', { name: 'Orders', exact: true }).last().click()
    await expect(page.getByRole('region', { name: 'Properties' })).toContainText('Orders')

    await page.goBack()
    await expect(page.getByRole('tab', { name: 'Canvas', exact: true })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('group', { name: 'Server: Orders' })).toBeVisible()
    await page.goForward()
    await page.reload()
    await expect(predict.getByRole('button', { name: 'Run', exact: true })).toBeEnabled()
    await expect(predict.getByLabel('Duration')).toHaveValue('20')
  })

  await test.step('[PRD-1] [PRD-110] [PRD-111] [PRD-112] [PRD-300] [PRD-301] shows a result on the canvas beside it, and is reached past the panels by keys', async () => {
    await openSystem(page, api, 'calm', 'events')
    await page.getByRole('tab', { name: 'Predict' }).click()
    await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeVisible()
    const skip = page.getByRole('link', { name: 'Skip the panels' })
    await skip.focus()
    await skip.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('tab', { name: 'Predict' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeFocused()
    await page.getByRole('tab', { name: 'Both' }).click()
    await expect(page).toHaveURL(/view=split/)
    await page.reload()
    await expect(page.getByRole('tab', { name: 'Both' })).toHaveAttribute('aria-selected', 'true')
    const predict = page.getByRole('region', { name: 'Predict' })
    const orders = page.getByRole('group', { name: 'Server: Orders' })
    const water = orders.locator('[data-water]')
    await expect(orders).toBeVisible()
    await expect(water).toBeHidden()
    await predict.getByLabel('Duration').fill('5')
    await predict.getByLabel('Replications').fill('2')
    await page.keyboard.press('Control+Enter')
    await expect(water).toBeVisible({ timeout: 30_000 })
    await expect(water).toHaveAttribute('style', /--peak-from-top: \d+%/)
    await predict.getByLabel('Seed', { exact: true }).fill('7')
    await predict.getByLabel('Seed', { exact: true }).press('Enter')
    await expect(water).toBeHidden()
  })

  await test.step('[PRD-31] [PRD-41] [PRD-165] [PRD-166] [PRD-60] [PRD-62] [PRD-63] [PRD-310] [PRD-311] [PRD-314] [PRD-316] takes what is typed or picked, and fails components in turn, and at set times by a timeline', async () => {
    await openSystem(page, api, 'calm', 'events')
    await page.getByRole('tab', { name: 'Predict' }).click()
    const predict = page.getByRole('region', { name: 'Predict' })
    await predict.getByLabel('Duration').fill('6')
    await predict.getByLabel('Replications').fill('1')
    await predict.getByRole('button', { name: 'What if one fails?' }).click()
    const failures = predict.getByRole('region', { name: 'Failures' })
    await expect(failures.getByRole('rowheader', { name: 'Ledger' }).first()).toBeVisible({ timeout: 30_000 })
    // With the end of a run the line of its progress goes, and all below it moves up.
    await expect(predict.getByRole('button', { name: 'Run', exact: true })).toBeEnabled({ timeout: 30_000 })

    const timeline = predict.getByRole('region', { name: 'Timeline' })
    await expect(timeline.getByRole('img', { name: /^Load of all clients: / })).toBeVisible()
    await timeline.getByRole('button', { name: 'An instance dies' }).click()
    const whole = timeline.getByRole('slider', { name: 'Move Outage of Orders' })
    const end = timeline.getByRole('slider', { name: 'End of Outage of Orders' })
    await expect(whole).toHaveAttribute('aria-valuetext', '2 s to 3 s')

    // A fifth of the run to the right, and once more, given up.
    await whole.scrollIntoViewIfNeeded()
    const drag = async (before: () => Promise<void> = async () => {}) => {
      const track = await timeline.locator('[data-track]').first().boundingBox()
      const bar = await whole.boundingBox()
      if (!track || !bar) throw new Error('the event is not to be seen')
      const [x, y] = [bar.x + bar.width / 2, bar.y + bar.height / 2]
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x + track.width / 5, y, { steps: 3 })
      await before()
      await page.mouse.up()
    }
    await drag()
    await expect(whole).toHaveAttribute('aria-valuetext', '3.2 s to 4.2 s')
    await drag(() => page.keyboard.press('Escape'))
    await expect(whole).toHaveAttribute('aria-valuetext', '3.2 s to 4.2 s')

    for (const [key, text] of [
      ['End', 'the end'],
      ['PageDown', '5 s'],
      ['Home', '3.3 s'],
      ['PageUp', '4.3 s'],
      ['ArrowRight', '4.4 s'],
      ['ArrowLeft', '4.3 s'],
    ] as const) {
      await end.press(key)
      await expect(end).toHaveAttribute('aria-valuetext', text)
    }
    await end.press('Enter')
    await timeline.getByLabel('Until').fill('1')
    await timeline.getByLabel('Until').press('Enter')
    await expect(timeline.getByRole('alert')).toHaveText('Must end after it begins.')
    await timeline.getByLabel('From').fill('0.5')
    await timeline.getByLabel('From').press('Enter')
    await expect(whole).toHaveAttribute('aria-valuetext', '0.5 s to 1 s')
    await whole.press('ControlOrMeta+z')
    await expect(whole).toHaveAttribute('aria-valuetext', '3.2 s to 4.3 s')
    await whole.press('Delete')
    await expect(whole).toHaveCount(0)

    await test.step('[PRD-41] [PRD-314] [PRD-316] takes what is typed or picked, and leaves in its field what it refuses', async () => {
      const folded = async (summary: string, question: string) => {
        const fold = predict.locator('details', { has: page.locator('summary', { hasText: summary }) })
        await predict.getByRole('button', { name: question }).click()
        await expect(fold.getByRole('combobox').first()).toBeFocused()
        return { fold, kept: fold.getByRole('listitem') }
      }
      for (const [summary, question, typing, picked, value] of [
        ['What to compare with', 'Which is better?', 'Changes of B', /^Value in B/, '2'],
        ['Values to try', 'Try the values', 'Values to try', /^Values now/, '1,4'],
      ] as const) {
        const { fold, kept } = await folded(summary, question)
        const typed = fold.getByLabel(typing, { exact: true })
        await typed.fill('Orders.instances=many')
        await typed.press('Enter')
        await expect(typed).toHaveValue('Orders.instances=many')
        await expect(typed).toHaveAccessibleDescription(/Orders\.instances=many: /)
        await expect(kept).toHaveCount(0)
        await typed.fill(`Orders.instances=${value}`)
        await typed.press('Enter')
        await expect(kept).toHaveText([`Orders.instances=${value}`])
        await fold.getByLabel('Component or connection').selectOption({ label: 'Orders' })
        await fold.getByLabel('Property', { exact: true }).selectOption({ label: 'CPU cores' })
        await fold.getByLabel(picked).fill(value)
        await fold.getByLabel(picked).press('Enter')
        await expect(kept).toHaveText([`Orders.instances=${value}`, `Orders.cpuCores=${value}`])
      }
    })
  })

  await test.step('[PRD-120] [PRD-121] [PRD-140] opens from the list what the server has found', async () => {
    await openSystem(page, api, 'calm', 'events')
    await page.getByRole('tab', { name: 'Predict' }).click()
    const predict = page.getByRole('region', { name: 'Predict' })
    await predict.getByLabel('Duration').fill('6')
    await predict.getByLabel('Replications').fill('1')
    await predict.getByLabel('Run on the server').check()
    await predict.getByRole('button', { name: 'What if one fails?' }).click()
    const top = async (of: Locator) => (await of.boundingBox())?.y ?? Number.NaN
    const asked = await top(predict.getByRole('button', { name: 'What if one fails?' }))
    expect(await top(predict.getByLabel('Objectives'))).toBeLessThan(asked)
    const failures = predict.getByRole('region', { name: 'Failures' })
    const found = failures.getByRole('rowheader', { name: 'Ledger' }).first()
    // On a busy machine an experiment takes its time.
    await expect(found).toBeVisible({ timeout: 90_000 })

    await page.reload()
    await predict.getByText('Experiments on the server').click()
    const experiment = predict.getByRole('listitem').filter({ hasText: 'Failures of' })
    await expect(experiment).toContainText('This flow, version 1')
    await expect(found).toBeHidden()
    await experiment.getByRole('button', { name: /^Open / }).click()
    await expect(found).toBeVisible()

    await openSystem(page, api, 'tight', 'events')
    await page.getByRole('tab', { name: 'Predict' }).click()
    await predict.getByText('Experiments on the server').click()
    await experiment.getByRole('link', { name: 'Another flow' }).click()
    await expect(page).toHaveURL(/\/flow\/[^/]+\/predict$/)
    await expect(page.getByText('System calm').first()).toBeVisible()
    await predict.getByText('Experiments on the server').click()
    await expect(experiment).toContainText('This flow, version 1')
    await experiment.getByRole('button', { name: /^Remove / }).click()
    await expect(predict.getByText('You have no experiments on the server.')).toBeVisible()
  })

  await test.step('[PRD-5] [PRD-7] [PRD-102] [PRD-115] [PRD-303] stops runs, here and on the server, and says that the design has changed since', async () => {
    await openSystem(page, api, 'calm', 'events')
    await page.getByRole('tab', { name: 'Predict' }).click()
    const predict = page.getByRole('region', { name: 'Predict' })
    await predict.getByLabel('Replications').fill('1000')
    await predict.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(predict.getByRole('status')).toContainText(/^[1-9]\d* of 1,000 runs/, { timeout: 30_000 })
    await predict.getByRole('button', { name: 'Stop' }).click()
    await expect(predict.getByRole('heading', { name: 'Verdict' })).toBeVisible()
    await expect(predict.getByRole('button', { name: 'Run', exact: true })).toBeEnabled()
    await predict.getByLabel('Seed', { exact: true }).fill('7')
    await predict.getByLabel('Seed', { exact: true }).press('Enter')
    await expect(predict.getByText('The design or its settings have changed since this run.')).toBeVisible()

    await page.setViewportSize({ width: 390, height: 844 })
    await predict.getByLabel('Run on the server').check()
    await predict.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(predict.getByRole('status')).toContainText(/waits for|on the server|runs/)
    await expect(predict.getByRole('status')).toBeInViewport()
    await predict.getByRole('table').last().scrollIntoViewIfNeeded()
    await expect(predict.getByRole('status')).toBeInViewport()
    const removed = page.waitForResponse(
      (response) => response.request().method() === 'DELETE' && response.url().includes('/api/experiments/'),
    )
    await predict.getByRole('button', { name: 'Stop' }).click()
    expect((await removed).status()).toBe(200)
    await expect(predict.getByRole('button', { name: 'Run', exact: true })).toBeEnabled()
  })
})

for (const view of ['Predict', 'Both'])
  test(`[PRD-172] in a small window what is found comes into view where the line of its progress was: ${view}`, {
    tag: '@small',
  }, async ({ signedIn: page, api }) => {
    await openSystem(page, api, 'calm', 'events')
    await page.getByRole('tab', { name: view }).click()
    const predict = page.getByRole('region', { name: 'Predict' })
    await predict.getByLabel('Duration').fill('5')
    await predict.getByLabel('Replications').fill('2')
    await predict.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(predict.getByRole('region', { name: 'Verdict' })).toBeInViewport()
    await predict.getByRole('button', { name: 'How much can it carry?' }).click()
    await expect(predict.getByRole('region', { name: 'Capacity' })).toBeInViewport()
    await expect(predict.getByRole('button', { name: 'Run', exact: true })).toBeEnabled()
    await expect(predict.getByRole('region', { name: 'Capacity' })).toBeInViewport()
  })
