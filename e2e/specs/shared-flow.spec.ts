import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { expectAccess } from '../pages/access.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { LibraryPage } from '../pages/library.page.ts'
import { LoginPage } from '../pages/login.page.ts'
import { fleet, SharedFlowPage, sharer, shop, withCalls } from '../pages/sharing.page.ts'

/** In ten frames. */
const framesAsked = (page: Page) =>
  page.evaluate(async () => {
    const ask = window.requestAnimationFrame
    let asked = 0
    window.requestAnimationFrame = (act) => {
      asked += 1
      return ask.call(window, act)
    }
    for (let frame = 0; frame < 10; frame += 1) await new Promise((resolve) => ask.call(window, resolve))
    window.requestAnimationFrame = ask
    return asked
  })

test.describe(() => {
  test.use({ expectedFaults: [/status of 404/] })

  test('[UI-830] [UI-831] [UI-850] [UI-899] a link shows the flow to anybody and runs it, and nothing is changed, until it is revoked', async ({
    page,
    account,
  }) => {
    const owner = withCalls(account)
    const flow = await owner.save(shop('Harbour shop'))
    const shared = new SharedFlowPage(page)
    await page.clock.install()
    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await page.goto(await owner.link(flow.id))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(flow.name)
    await expect(page.getByText('A shop with many users')).toBeVisible()
    await expect(page).toHaveTitle('Harbour shop · Plimsoll')
    await expect(shared.component('Server: API')).toBeVisible()
    await expect(shared.reset).toBeDisabled()

    await shared.start.click()
    await expect(shared.component('Server: API')).toContainText(/\d+ %/)
    await expect(shared.figure('Requests per second')).toContainText(/[1-9]/)
    const drawn = () =>
      page.getByTestId('dots').evaluate((canvas: HTMLCanvasElement) => {
        const { width, height } = canvas
        return canvas
          .getContext('2d')
          ?.getImageData(0, 0, width, height)
          .data.some((value) => value > 0)
      })
    await expect.poll(drawn).toBe(true)
    await shared.pause.click()
    await expect(shared.resume).toBeVisible()
    await shared.reset.click()
    await expect(shared.start).toBeVisible()
    await expect(shared.component('Server: API')).not.toContainText('%')
    expect(asked.filter((request) => !request.startsWith('GET '))).toEqual([])
    expect(await owner.load(flow.id)).toEqual(flow)
    await test.step('[UI-850] it asks for no frames while nothing moves', async () => {
      await page.getByRole('button', { name: 'Fit view' }).click()
      await expect.poll(() => framesAsked(page)).toBe(0)
    })
    await test.step('[UI-899] it ends when the link is revoked', async () => {
      await shared.start.click()
      await expect(shared.component('Server: API')).toContainText(/\d+ %/)
      await owner.revokeLinks(flow.id)
      // Five seconds of the page's own: what it asks in them may take a busy machine longer to answer.
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000)
      await expect(page.getByRole('heading', { name: 'This link shows nothing' })).toBeVisible()
      await expect(shared.canvas).toHaveCount(0)
    })
  })
})

test('[UI-836] [UI-850] a large flow is painted with its loads, and keeps still without a run', async ({
  page,
  account,
}) => {
  const owner = withCalls(account)
  const flow = await owner.save(fleet(502))
  const shared = new SharedFlowPage(page)
  await page.goto(await owner.link(flow.id))
  const picture = page.getByRole('img', { name: '502 components and 251 connections' })
  const drawn = () => picture.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
  await expect.poll(async () => (await drawn()).length).toBeGreaterThan(5_000)
  await test.step('[UI-850] it asks for no frames while nothing moves', async () => {
    await page.getByRole('button', { name: 'Fit view' }).click()
    await expect.poll(() => framesAsked(page)).toBe(0)
  })
  const atRest = await drawn()
  await shared.start.click()
  await expect(shared.figure('Requests per second')).toContainText(/[1-9]/)
  await expect.poll(drawn).not.toBe(atRest)
  await shared.reset.click()
  await expect.poll(drawn).toBe(atRest)
})

test('[UI-832] a copy goes into the own library; login leads back to the link', async ({ page, account, server }) => {
  const owner = withCalls(account)
  const flow = await owner.save(shop('Copied shop'))
  const link = await owner.link(flow.id)
  await page.goto(link)
  await page.getByRole('button', { name: 'Log in to make a copy' }).click()
  await new LoginPage(page).signIn(account.email, account.password)
  await expect(page).toHaveURL(link)
  await page.getByRole('button', { name: 'Make a copy' }).click()
  await expect(page).toHaveURL(new RegExp(`^${server.url}/flow/(?!${flow.id})`))
  await expect(new EditorPage(page).node('Server: API')).toBeVisible()
  const library = new LibraryPage(page)
  await library.open()
  await expect(library.entry(flow.name)).toHaveCount(2)
})

test.describe(() => {
  test.use({ expectedFaults: [/status of 40[34]/] })

  test('[UI-833] a link that shows nothing says so, and one with a password asks for it', async ({ page, account }) => {
    const owner = withCalls(account)
    const flow = await owner.save(shop('Locked shop'))
    const shared = new SharedFlowPage(page)
    await page.goto('/shared/nothing')
    await expect(page.getByRole('heading', { name: 'This link shows nothing' })).toBeVisible()
    await page.goto(await owner.link(flow.id, { password: 'open sesame' }))
    await expect(page.getByRole('heading', { name: 'This flow needs a password' })).toBeVisible()
    await expectAccess(page)
    await shared.password.fill('wrong')
    await page.keyboard.press('Enter')
    await expect(page.getByText('This password is not right.')).toBeVisible()
    await shared.password.fill('open sesame')
    await page.keyboard.press('Enter')
    await expect(shared.component('Server: API')).toBeVisible()
  })
})

test.describe(() => {
  test.use({ expectedFaults: [/status of 40[34]/] })

  test('[UI-896] [UI-897] a link for editing leads who is signed in to the flow in the editor', async ({
    page,
    account,
    server,
    mailedLink,
  }) => {
    const ada = await sharer(server.url, mailedLink)
    const flow = await ada.save(shop('Open shop'))
    const link = await ada.link(flow.id, { role: 'editor', password: 'open sesame' })
    const shared = new SharedFlowPage(page)
    await page.goto(link)
    await shared.password.fill('open sesame')
    await page.keyboard.press('Enter')
    await expect(shared.component('Server: API')).toBeVisible()
    await page.getByRole('button', { name: 'Log in to edit' }).click()
    await new LoginPage(page).signIn(account.email, account.password)
    await expect(page.getByRole('heading', { name: 'This flow needs a password' })).toBeVisible()
    await shared.password.fill('open sesame')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${server.url}/flow/${flow.id}`)
    await expect(new EditorPage(page).node('Server: API')).toBeVisible()
    expect(await withCalls(account).load(flow.id)).toMatchObject({ role: 'editor' })

    const comment = await ada.link(flow.id, { role: 'commenter' })
    await ada.revokeLinks(flow.id)
    await page.goto(`/flow/${flow.id}`)
    await expect(page.getByText('This flow does not exist, or is not shared with you')).toBeVisible()
    await page.goto(comment)
    await expect(page.getByRole('heading', { name: 'This link shows nothing' })).toBeVisible()
    await page.goto(await ada.link(flow.id, { role: 'commenter' }))
    await expect(page).toHaveURL(`${server.url}/flow/${flow.id}`)
    await expect(page.getByText('This flow is shared with you to look at and to comment on.')).toBeVisible()
  })

  test('[UI-898] where the role is refused, the page says why and shows the flow', async ({
    signedIn: page,
    server,
    mailedLink,
  }) => {
    const ada = await sharer(server.url, mailedLink)
    const flow = await ada.save(shop('Demo shop'))
    await page.goto(await ada.link(flow.id, { role: 'commenter' }))
    await expect(page.getByText('A demo account cannot do this. Register for an account of your own.')).toBeVisible()
    await expect(new SharedFlowPage(page).component('Server: API')).toBeVisible()
  })
})

test('[UI-834] [UI-1200] [UI-1201] the page of a link fits, is zoomed and scrolled, and keeps still where motion is reduced @both', async ({
  page,
  account,
  isMobile,
}) => {
  const owner = withCalls(account)
  const flow = await owner.save(shop('Small shop'))
  const shared = new SharedFlowPage(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(await owner.link(flow.id))
  await shared.start.click()
  await expect(shared.figure('Requests per second')).toContainText(/[1-9]/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(await page.getByTestId('dots').evaluate((canvas: HTMLCanvasElement) => canvas.width)).toBe(300)
  await expectAccess(page)

  const card = shared.component('Client: Users')
  const wide = async () => (await card.boundingBox())?.width ?? 0
  const before = await wide()
  for (let step = 0; step < 12; step++) await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(wide).toBeGreaterThan(before * 1.5)
  await shared.canvas.focus()
  const left = () => shared.canvas.evaluate((element) => element.scrollLeft)
  const from = await left()
  // The browser scrolls on for some frames, also past where the page scrolls to meanwhile; and it may tell only now that zooming has scrolled.
  const scroll = await shared.canvas.evaluateHandle((element, from) => {
    const hasMoved = () => element.scrollLeft !== from
    return {
      ended: new Promise<void>((resolve) => element.addEventListener('scrollend', () => hasMoved() && resolve())),
    }
  }, from)
  await page.keyboard.press('ArrowRight')
  await scroll.evaluate(({ ended }) => ended)
  expect(await left()).not.toBe(from)

  await test.step('[UI-1201] two fingers and the wheel zoom where they are, and the mouse drags', async () => {
    // Where neither end of the flow is reached.
    await shared.canvas.evaluate((element) => element.scrollTo(250, element.scrollTop))
    const box = await card.boundingBox()
    if (!box) throw new Error('The card is not in the page.')
    const middle = { x: 200, y: box.y + box.height / 2 }
    const share = async () => {
      const { x = 0, width = 1 } = (await card.boundingBox()) ?? {}
      return (middle.x - x) / width
    }
    const at = await share()
    if (isMobile) {
      await pinch(page, middle, { from: 200, to: 100 })
    } else {
      await page.mouse.move(middle.x, middle.y)
      await page.keyboard.down('Control')
      await page.mouse.wheel(0, 20)
      await page.keyboard.up('Control')
    }
    await expect.poll(wide).toBeCloseTo(450 * (isMobile ? 0.5 : Math.exp(-0.2)), 0)
    expect(await share()).toBeCloseTo(at, 1)
    if (isMobile) return
    const scrolled = await left()
    await page.mouse.down()
    await page.mouse.move(middle.x + 50, middle.y)
    await page.mouse.up()
    expect(await left()).toBe(scrolled - 50)
  })

  const fit = page.getByRole('button', { name: 'Fit view' })
  await fit.click()
  if (!isMobile) return expect.poll(wide).toBeCloseTo(before)
  await test.step('[UI-1200] a narrow frame shows the beginning of the flow first, in letters that can be read', async () => {
    await expect.poll(wide).toBeLessThan(before * 0.6)
    expect(before).toBeCloseTo(225 * 0.7, 0)
  })
})

/** Two fingers beside each other around a point, which move apart or together. */
async function pinch(page: Page, { x, y }: { x: number; y: number }, { from, to }: { from: number; to: number }) {
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart?: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: apart === undefined ? [] : [-apart, apart].map((by, id) => ({ x: x + by / 2, y, id })),
    })
  await touch('touchStart', from)
  for (let step = 1; step <= 4; step++) await touch('touchMove', from + ((to - from) * step) / 4)
  await touch('touchEnd')
}
