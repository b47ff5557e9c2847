import measured from '../../apps/web/src/features/help/elements/measured.json' with { type: 'json' }
import { expect, test } from '../fixtures/test.ts'
import { expectAccess } from '../pages/access.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { HelpPage } from '../pages/help.page.ts'
import { Shell } from '../pages/shell.page.ts'
import { SimulationPanel } from '../pages/simulation.page.ts'

test('[UI-91] anyone can read what the live engine can tell, part by part, and axe finds no fault in it', {
  tag: '@both',
}, async ({ page }) => {
  const help = new HelpPage(page)
  await help.open()
  const links = await help.contents.getByRole('link').all()
  expect(links.length).toBeGreaterThan(5)
  for (const link of links) {
    await link.click()
    await expect(help.part(await link.innerText())).toBeInViewport()
    await expect(page).toHaveURL(/#[\w-]+$/)
  }
  await page.goBack()
  await expect(page).toHaveURL(/#properties$/)

  const levels = await help.headingLevels()
  levels.forEach((level, index) => void expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1))
  await expectAccess(page)
})

test('[UI-94] [UI-895] the Simulation Panel opens it in a new tab, and the run continues', async ({ signedIn }) => {
  await EditorPage.open(signedIn)
  const panel = new SimulationPanel(signedIn)
  await panel.command('Start').click()
  const opened = signedIn.waitForEvent('popup')
  await panel.root.getByRole('link', { name: 'What this can tell' }).click()
  const tab = await opened
  await new HelpPage(tab).title.waitFor()
  await tab.close()
  await expect(panel.command('Pause')).toBeVisible()
})

test('[UI-91] [UI-92] [UI-95] it opens at a part, shows the measured figures, fits a small window and a sheet of paper', async ({
  page,
}) => {
  const help = new HelpPage(page)
  await test.step('[UI-91] a part can be sent as an address', async () => {
    await help.open('#readings')
    await expect(help.part('Readings taken').getByRole('heading')).toBeInViewport()
    await expect(help.contents.getByRole('link', { name: 'Readings taken' })).toHaveAttribute(
      'aria-current',
      'location',
    )
  })

  await test.step('[UI-92] the page shows the measured figures', async () => {
    const shown = await help.cellsOf('Default server before a default database, wide connections')
    expect(shown.map(([offered, completed]) => [offered, completed])).toEqual(
      measured.ceiling.steps.map(({ offered, completed }) => [
        offered.toLocaleString('en-US'),
        completed.toLocaleString('en-US'),
      ]),
    )
    await expect(page.getByText(`${measured.retries.share} % of`)).toBeVisible()
    await expect(page.getByText(`the engine says ${measured.grid.engineMs} ms`)).toBeVisible()
  })

  await test.step('[UI-95] it is printed dark on white, without bar and contents', async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(help.contents).toBeHidden()
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(help.title).toHaveCSS('color', 'rgb(0, 0, 0)')
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    await page.emulateMedia({ media: 'screen' })
  })

  await test.step('[UI-95] it fits a window of 320 px', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await new Shell(page).overflow()).toBe(0)
  })
})
