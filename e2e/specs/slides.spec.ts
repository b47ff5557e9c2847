import type { Page } from '@playwright/test'
import type { Account } from '../fixtures/account.ts'
import { expect, test } from '../fixtures/test.ts'
import { expectAccess } from '../pages/access.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { shop, withCalls } from '../pages/sharing.page.ts'
import { SlideShow, SlidesPanel } from '../pages/slides.page.ts'

async function openShop(page: Page, account: Account) {
  const { id } = await withCalls(account).save(shop('Harbour shop'))
  await page.goto(`/flow/${id}`)
  return { id, editor: new EditorPage(page), panel: new SlidesPanel(page) }
}

test('[EDT-920] [EDT-921] [EDT-927] [EDT-928] slides are made, ordered and shown over all of the screen, with the run', async ({
  own: page,
  account,
}) => {
  const { id, editor, panel } = await openShop(page, account)
  await editor.entry('Slides').click()
  await expect(panel.show).toBeDisabled()
  await panel.addView.click()
  await panel.title.fill('All of it')
  await panel.text.fill('Users ask the API.\n\nIt answers.')
  // The panel may cover it.
  await editor.node('Server: API').focus()
  await editor.press('Enter')
  await panel.addSelection.click()
  await expect(panel.title).toHaveValue('API')
  await expect(panel.slides).toHaveText([/All of it/, /API/])
  await panel.tool('Move up').click()
  await expect(panel.slides).toHaveText([/API/, /All of it/])
  await editor.canvas.getByRole('button', { name: /^Undo/ }).click()
  await expect(panel.slides).toHaveText([/All of it/, /API/])
  await expectAccess(page)

  await panel.slide('All of it').click()
  await panel.show.click()
  const show = new SlideShow(page)
  await expect(show.next).toBeFocused()
  await expect(show.title).toHaveText('All of it')
  await expect(show.paragraphs).toHaveText(['Users ask the API.', 'It answers.'])
  await expect(show.board.getByRole('listitem', { name: 'Client: Users' })).toBeInViewport()
  const far = await show.zoom()
  await expectAccess(page)
  await page.keyboard.press('ArrowRight')
  await expect(show.title).toHaveText('API')
  await expect.poll(show.zoom).toBeGreaterThan(far)
  await page.keyboard.press('ArrowRight')
  await expect(show.title).toHaveText('API')
  await page.keyboard.press('Home')
  await expect(show.title).toHaveText('All of it')
  await page.keyboard.press('End')
  await expect(show.title).toHaveText('API')
  await show.start.click()
  await expect(show.pause).toBeVisible()
  await expect(show.board.getByRole('listitem', { name: 'Server: API' })).toContainText('%')
  await page.keyboard.press('Escape')
  await expect(show.root).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()

  await editor.entry('Save').click()
  const dialog = editor.dialog('Save Flow')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  const stored = await withCalls(account).load(id)
  expect(stored).toMatchObject({ slides: [{ title: 'All of it' }, { title: 'API', elements: ['api'] }] })
})

test('[EDT-1018] [EDT-1019] one panel over the canvas closes the other, and the bar of the selection stands beside it', async ({
  own: page,
  account,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  const { editor, panel } = await openShop(page, account)
  const comments = page.getByRole('region', { name: 'Comments' })
  await editor.node('Server: API').focus()
  await editor.press('Enter')
  await editor.entry('Slides').click()
  await expect(panel.root).toBeFocused()
  const barEnds = async () => {
    const [bar, over, canvas] = await Promise.all(
      [editor.toolbar, panel.root, editor.canvas].map((it) => it.boundingBox()),
    )
    return bar && over && canvas ? [bar.x - canvas.x, over.x - (bar.x + bar.width)] : []
  }
  const [left = 0, right = 0] = await barEnds()
  expect(Math.min(left, right)).toBeGreaterThan(0)
  await editor.entry('Comments').click()
  await expect(panel.root).toHaveCount(0)
  await expect(comments.getByRole('textbox')).toBeInViewport()
  await editor.entry('Slides').click()
  await expect(comments).toHaveCount(0)
  await expect(panel.addView).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(panel.root).toHaveCount(0)
  await expect(editor.entry('Slides')).toBeFocused()
})

test('[EDT-980] a flow that is in view as a whole stays so beside a panel that opens over the canvas', async ({
  own: page,
  account,
}) => {
  const { id, editor, panel } = await openShop(page, account)
  const api = editor.node('Server: API')
  const rightOf = async (of: typeof api) => {
    const box = await of.boundingBox()
    return box ? box.x + box.width : Number.NaN
  }
  await editor.viewportAtRest()
  const before = await rightOf(api)
  await editor.entry('Slides').click()
  const left = (await panel.root.boundingBox())?.x ?? Number.NaN
  expect(before).toBeGreaterThan(left)
  await expect.poll(() => rightOf(api)).toBeLessThan(left)
  await panel.addView.click()
  await panel.root.getByRole('button', { name: 'Close slides' }).click()
  await expect.poll(() => rightOf(api)).toBe(before)
  await editor.entry('Save').click()
  await editor.dialog('Save Flow').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(editor.dialog('Save Flow')).toHaveCount(0)
  const { slides: [slide] = [] } = (await withCalls(account).load(id)) as { slides?: { area: { width: number } }[] }
  // What was seen beside the panel, which is all of the flow and little more.
  expect(slide?.area.width).toBeGreaterThan(850)
  expect(slide?.area.width).toBeLessThan(1_300)
})

test('[EDT-929] [EDT-930] [EDT-931] a page behind a link shows the slides, on a phone too, and prints one a page', async ({
  page,
  account,
}) => {
  const area = { x: -50, y: -50, width: 1_000, height: 400 }
  const slides = [
    { id: 'all', title: 'All of it', text: 'Users ask the API.', area },
    { id: 'api', title: 'The API', text: '', area, elements: ['api'] },
  ]
  const owner = withCalls(account)
  const { id } = await owner.save({ ...shop('Harbour shop'), slides } as Parameters<typeof owner.save>[0])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(await owner.link(id))
  await page.getByRole('button', { name: 'Slides', exact: true }).click()
  const show = new SlideShow(page)
  await expect(show.title).toHaveText('All of it')
  await expect(show.board.getByRole('listitem', { name: 'Server: API' })).toBeInViewport()
  await expectAccess(page)
  const flight = await page.evaluateHandle(() => {
    const board = document.querySelector('[data-testid="slide-board"]')
    const seen = new Set<string>()
    new MutationObserver(() => seen.add((board as HTMLElement).style.transform)).observe(board as Node, {
      attributeFilter: ['style'],
    })
    return seen
  })
  await show.next.click()
  await expect(show.title).toHaveText('The API')
  const places = await flight.evaluate(async (seen) => {
    // The caption is lower now, and the stage higher: that is to be seen at once, not in a frame after.
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame)
    return seen.size
  })
  expect(places).toBe(1)
  await show.end.click()
  await expect(show.root).toHaveCount(0)
  await page.mouse.move(100, 300)
  await expect(async () => {
    const pdf = await page.pdf({ format: 'A4', landscape: true })
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(3)
  }).toPass()
})
