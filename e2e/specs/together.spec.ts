import { isDeepStrictEqual } from 'node:util'
import type { Account } from '../fixtures/account.ts'
import { call } from '../fixtures/api.ts'
import { test as base, expect } from '../fixtures/test.ts'
import { expectAccess } from '../pages/access.ts'
import { CommentsPanel } from '../pages/comments.page.ts'
import { LibraryPage } from '../pages/library.page.ts'
import { ShareDialog, sharer, shop, withCalls } from '../pages/sharing.page.ts'
import { withTeams } from '../pages/teams.page.ts'
import { liveSocket, otherBrowser, TogetherPage } from '../pages/together.page.ts'

/** Two people with a flow that both may change; each in a browser of their own. */
const test = base.extend<{ shared: { id: string; other: Account }; ada: TogetherPage; bob: TogetherPage }>({
  shared: async ({ account, server, mailedLink }, use) => {
    const other = await sharer(server.url, mailedLink)
    const owner = withCalls(account)
    const { id } = await owner.save(shop('Drawn together'))
    await owner.share(id, other.email, 'editor')
    await use({ id, other })
  },
  ada: async ({ own, shared }, use) => use(await TogetherPage.join(own, shared.id)),
  bob: async ({ browser, shared, ada }, use) => {
    const { page, context, faults } = await otherBrowser(browser, shared.other)
    const bob = await TogetherPage.join(page, shared.id)
    await expect(ada.people).toHaveCount(1)
    await use(bob)
    await context.close()
    expect(faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  },
})

test.use({ expectedFaults: [/ERR_INTERNET_DISCONNECTED/] })

const OFFLINE = 'Offline: changes are kept, and merged when the connection is back'

const name = ({ firstName, lastName }: Account) => `${firstName} ${lastName}`

test('[COL-30] [COL-31] [COL-155] what one draws the other sees at once, and it is saved without a press of Save', {
  tag: '@postgres',
}, async ({ ada, bob, shared, account }) => {
  await ada.set('api', 'Label', 'Front')
  await expect(bob.card('api')).toContainText('Front')
  await bob.entry('Cache').press('Enter')
  await expect(ada.nodes).toHaveCount(3)
  await expect(ada.panel).toContainText('All changes saved')
  const stored = await withCalls(account).load(shared.id)
  expect(stored.nodes).toHaveLength(3)
  await bob.page.keyboard.press('Shift+M')
  await new CommentsPanel(bob.page).field.fill('Why this cache?')
  await bob.page.keyboard.press('Control+Enter')
  await expect(ada.panel.getByRole('button', { name: 'Comments, 1 open' })).toBeVisible()
  await ada.page.reload()
  await expect(ada.nodes).toHaveCount(3)
  await expect(ada.panel).toContainText('All changes saved')
})

test('[UI-1010] [UI-1011] a card says who has its flow open, as they come and leave', async ({ ada, bob }) => {
  const library = new LibraryPage(bob.page)
  await bob.page.clock.install()
  await bob.page.goto('/flow-library?whose=shared')
  const card = library.entry('Drawn together')
  await expect(card).toContainText('Grace Hopper has it open')
  await expectAccess(bob.page)
  await ada.page.goto('/flow-library')
  await expect(library.entry('Drawn together')).toBeVisible()
  await expect(async () => {
    await bob.page.clock.fastForward(5_000)
    await expect(card).not.toContainText('has it open', { timeout: 500 })
  }).toPass()
})

test('[COL-22] [COL-32] [COL-37] [COL-43] [COL-115] [COL-164] [EDT-819] [EDT-1023] two draw on one flow: neither disturbs the other, each undoes what they did themselves, Save makes a version, and who is shut out keeps what they see', async ({
  ada,
  bob,
  shared,
  account,
}) => {
  test.slow()
  await test.step('[COL-32] [COL-115] a change of another ends neither a drag nor a run, which follows it', async () => {
    await ada.page.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(ada.page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
    await ada.viewportAtRest()
    const from = await ada.middle(ada.card('api'))
    const before = await ada.position(ada.card('api'))
    await ada.page.mouse.move(from.x, from.y)
    await ada.page.mouse.down()
    await ada.page.mouse.move(from.x + 60, from.y + 60, { steps: 5 })
    // Where a drag has it is shown to the others, before it is dropped.
    const place = (editor: TogetherPage) => editor.position(editor.card('api'))
    const areAtOne = async () => isDeepStrictEqual(await place(bob), await place(ada))
    await expect.poll(async () => (await place(ada)).y).toBeGreaterThan(before.y + 30)
    await expect.poll(areAtOne).toBe(true)
    const dragged = await place(ada)
    await bob.set('api', 'Label', 'Front')
    await expect(ada.card('api')).toContainText('Front')
    await ada.page.mouse.move(from.x + 90, from.y + 90, { steps: 5 })
    await ada.page.mouse.up()
    await expect.poll(async () => (await place(ada)).y).toBeGreaterThan(dragged.y)
    await expect.poll(areAtOne).toBe(true)
    await expect(ada.page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  })
  await ada.page.getByRole('button', { name: 'Reset', exact: true }).click()

  await test.step('[COL-22] undo takes back what one did oneself', async () => {
    await ada.set('users', 'Label', 'Shoppers')
    await expect(bob.card('users')).toContainText('Shoppers')
    await bob.set('api', 'Label', 'Shop')
    await expect(ada.card('api')).toContainText('Shop')
    await ada.canvas.getByRole('button', { name: /^Undo/ }).click()
    await expect(bob.card('users')).toContainText('Users')
    await expect(bob.card('api')).toContainText('Shop')
    await ada.canvas.getByRole('button', { name: /^Redo/ }).click()
    await expect(bob.card('users')).toContainText('Shoppers')
  })

  await test.step('[COL-37] Save makes a version of what everybody sees, with its note, and there is no conflict', async () => {
    for (const [editor, label] of [
      [ada, 'One'],
      [bob, 'Two'],
      [ada, 'Three'],
    ] as const) {
      await editor.set('api', 'Label', label)
      await editor.entry('Save').click()
      const dialog = editor.dialog('Save Flow')
      await dialog.getByLabel('What changed').fill(`Called ${label}`)
      await dialog.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(editor.toast('Flow saved successfully!')).toBeVisible()
      await expect(dialog).toHaveCount(0)
    }
    const versions = await call<{ note: string }[]>(account.url, 'GET', `/flows/${shared.id}/versions`, account)
    expect(versions.map(({ note }) => note).filter(Boolean)).toEqual(['Called Three', 'Called Two', 'Called One'])
    await expect(bob.card('api')).toContainText('Three')

    await bob.entry('Cache').press('Enter')
    await expect(ada.nodes).toHaveCount(3)
  })

  await test.step('[COL-164] [EDT-819] [EDT-1023] what is drawn is a version before another one is restored, as both are told', async () => {
    await ada.entry('Versions').click()
    const dialog = ada.dialog('Versions')
    await dialog.getByRole('radio').last().check({ force: true })
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await expect(bob.card('api')).toContainText('API')
    await expect(bob.nodes).toHaveCount(2)
    await expect(bob.toast(/restored an earlier version\. What was there before is version \d+\./)).toContainText(
      name(account),
    )
    const said = ada.toast(/Version 1 is restored as version \d+\. What was there before is version \d+\./)
    await bob.entry('Database').press('Enter')
    await expect(ada.nodes).toHaveCount(3)
    await ada.canvas.focus()
    await ada.page.keyboard.press('Control+z')
    await expect(bob.card('api')).toContainText('Three')
    await expect(bob.nodes).toHaveCount(4)
    await ada.page.keyboard.press('Control+Shift+z')
    await expect(bob.card('api')).toContainText('API')
    await expect(bob.nodes).toHaveCount(3)
    await said.getByRole('button', { name: 'Undo' }).click()
    await expect(bob.card('api')).toContainText('Three')
    await expect(bob.nodes).toHaveCount(3)
  })

  await test.step('[COL-43] whoever may not see the flow any more is told, and keeps what they see', async () => {
    await ada.set('api', 'Label', 'Front')
    await expect(bob.card('api')).toContainText('Front')
    const { url, token } = account
    await call(url, 'DELETE', `/flows/${shared.id}/people`, { token, body: { email: shared.other.email } })
    await expect(bob.toast('not shared with you any more')).toBeVisible()
    await expect(ada.people).toHaveCount(0)
    await ada.set('api', 'Label', 'Secret')
    await expect(ada.panel).toContainText('All changes saved')
    await expect(bob.card('api')).toContainText('Front')
    await expect(bob.people).toHaveCount(0)
  })
})

test('[COL-33] [COL-34] without a connection one draws on, both sides are merged, and a value that was dropped can be put back', async ({
  ada,
  bob,
}) => {
  // The fields are loaded when they are first shown.
  await expect(await ada.field('api', 'CPU cores')).toBeVisible()
  await ada.page.context().setOffline(true)
  await expect(ada.panel).toContainText(OFFLINE)
  await ada.set('users', 'Label', 'Shoppers')
  await ada.set('api', 'CPU cores', '7')
  await bob.set('api', 'CPU cores', '9')
  await bob.entry('Cache').press('Enter')
  await expect(bob.nodes).toHaveCount(3)
  await ada.page.context().setOffline(false)
  await expect(bob.card('users')).toContainText('Shoppers')
  await expect(ada.nodes).toHaveCount(3)
  await expect(ada.panel).toContainText('All changes saved')

  const told = (editor: TogetherPage) =>
    editor.page.getByRole('alert').filter({ hasText: 'changed CPU cores of “API”' })
  await expect.poll(async () => (await told(ada).count()) + (await told(bob).count())).toBe(1)
  const [loser, mine] = (await told(ada).count()) === 1 ? [ada, '7'] : [bob, '9']
  await expect(told(loser)).toContainText(`not your ${mine}`)
  await told(loser).getByRole('button', { name: 'Put mine back' }).click()
  for (const editor of [ada, bob]) await expect(await editor.field('api', 'CPU cores')).toHaveValue(mine)
})

test('[COL-158] whoever is offline is told at once, also while the browser keeps the socket', async ({ ada, bob }) => {
  await ada.page.evaluate(() => Object.assign(WebSocket.prototype, { close() {} }))
  await ada.page.context().setOffline(true)
  await expect(ada.panel).toContainText(OFFLINE)
  await expect(ada.people).toHaveCount(0)
  await ada.page.context().setOffline(false)
  await expect(ada.panel).toContainText('All changes saved')
  await ada.set('users', 'Label', 'Shoppers')
  await expect(bob.card('users')).toContainText('Shoppers')
})

test('[COL-159] a connection that went silent is given up, taken up again, and said to be back', async ({
  own: page,
  shared,
}) => {
  await page.clock.install()
  const socket = await liveSocket(page, shared.id)
  const ada = await TogetherPage.join(page, shared.id)
  const end = socket.silence()
  await page.clock.runFor(45_000)
  await expect(ada.panel).toContainText(OFFLINE)
  end()
  await expect(ada.panel).toContainText('All changes saved')
})

test('[COL-35] [COL-36] [COL-129] [COL-133] [COL-156] [COL-165] names, pointers and selections of others are shown, and they are followed until Escape', async ({
  ada,
  bob,
  account,
  shared,
}) => {
  await expect(ada.people).toHaveAccessibleName(`${name(shared.other)}: follow`)
  await expect(bob.people).toHaveAccessibleName(`${name(account)}: follow`)
  await bob.card('users').click()
  await bob.page.mouse.move(700, 600)
  const pointer = ada.canvas.locator('[data-colour]').getByText(name(shared.other))
  await expect(pointer).toBeVisible()
  await expect(ada.canvas.locator('[data-colour] svg rect')).toHaveCount(1)
  await expectAccess(ada.page)

  await ada.people.click()
  await expect(ada.following).toContainText(name(shared.other))
  await bob.page.mouse.wheel(0, -400)
  await expect.poll(async () => (await ada.viewport()) === (await bob.viewport())).toBe(true)
  await bob.page.getByRole('button', { name: 'Present my run' }).click()
  await expect(ada.page.getByText(`You see the run of ${name(shared.other)}`)).toBeVisible()
  await expect(ada.card('api')).toContainText('%')
  await expect(ada.card('api').locator('[data-figures]')).toContainText('rps')
  await expect(ada.page.getByRole('button', { name: 'Pause', exact: true })).toHaveCount(0)
  await expect(ada.page.getByRole('button', { name: 'Start', exact: true })).toBeVisible()
  await expectAccess(ada.page)
  await test.step('[COL-165] who is here and who presents stand beside the comments', async () => {
    await ada.page.keyboard.press('Shift+M')
    const comments = new CommentsPanel(ada.page).root
    await expect(comments).toBeVisible()
    const watched = ada.page.getByText(`You see the run of ${name(shared.other)}`)
    const boxes = [ada.people, ada.following, watched, ada.page.getByRole('button', { name: 'Present my run' })]
    const rightmost = async () => {
      const ends = await Promise.all(boxes.map((box) => box.boundingBox()))
      return Math.max(...ends.map((end) => (end ? end.x + end.width : Infinity)))
    }
    expect(await rightmost()).toBeLessThan((await comments.boundingBox())?.x ?? 0)
    await comments.getByRole('button', { name: 'Close comments' }).click()
  })
  await ada.page.keyboard.press('Escape')
  await expect(ada.following).toHaveCount(0)
  await expect(ada.page.getByText(`${name(shared.other)} presents a run`)).toBeVisible()
  await expect(ada.card('api')).not.toContainText('%')
  await bob.page.close()
  await expect(ada.people).toHaveCount(0)
  await expect(pointer).toHaveCount(0)
})

test('[COL-38] what a viewer draws stays with them, on top of what others draw', async ({
  ada,
  browser,
  server,
  mailedLink,
  shared,
  account,
}) => {
  const viewer = await sharer(server.url, mailedLink)
  await withCalls(account).share(shared.id, viewer.email, 'viewer')
  const { page, context } = await otherBrowser(browser, viewer)
  await page.goto(`/flow/${shared.id}`)
  const eve = new TogetherPage(page)
  await expect(eve.people).toHaveCount(1)
  await eve.set('users', 'Label', 'Mine alone')
  await ada.set('api', 'Label', 'Front')
  await expect(eve.card('api')).toContainText('Front')
  await expect(eve.card('users')).toContainText('Mine alone')
  await expect(ada.card('users')).toContainText('Users')
  await context.close()
})

test('[EDT-973] [EDT-974] a save that fails is told in the Flow Panel until one succeeds, and a full storage when it takes no more', async ({
  own: page,
  shared,
}) => {
  const socket = await liveSocket(page, shared.id)
  const ada = await TogetherPage.join(page, shared.id)
  const notice = ada.panel.getByText('Not in a saved version yet')
  for (const [fault, why] of [
    ['storage', 'the storage of its owner is full'],
    ['too-large', 'it is larger than a flow may be'],
    ['failed', 'the server could not save it'],
  ] as const) {
    socket.tell(`{"saveFault":"${fault}"}`)
    await expect(ada.panel).toContainText('Kept in the shared document, not in a version yet')
    await expect(notice).toBeVisible()
    await expect(ada.panel).toContainText(why)
    await expect(ada.panel).not.toContainText('All changes saved')
  }
  await expectAccess(page)
  socket.tell('{"saveFault":null}')
  await expect(ada.panel).toContainText('All changes saved')
  await expect(notice).toHaveCount(0)
  socket.end(4413, 'storage-full')
  await expect(ada.toast('as the storage of its owner is full')).toBeVisible()
})

test('[COL-39] a flow is drawn together from the moment it is shared, and what that takes is not loaded before', async ({
  own: page,
  account,
  server,
  mailedLink,
  browser,
}) => {
  const other = await sharer(server.url, mailedLink)
  const { id } = await withCalls(account).save(shop('Alone at first'))
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  page.on('websocket', (socket) => loaded.push(socket.url()))
  await page.goto(`/flow/${id}`)
  const ada = new TogetherPage(page)
  await ada.set('api', 'Label', 'Front')
  await expect(ada.panel).toContainText('Unsaved changes')
  const isOfThis = (url: string) => /draw-together|\/live$|peers|people/.test(url)
  expect(loaded.filter(isOfThis)).toEqual([])

  await ada.entry('Share').click()
  const dialog = new ShareDialog(page)
  await dialog.email.fill(other.email)
  await dialog.role.selectOption('Editor')
  await dialog.share.click()
  await expect(ada.panel).toContainText('All changes saved')
  expect(loaded.filter(isOfThis)).not.toEqual([])
  const { page: second, context } = await otherBrowser(browser, other)
  const bob = await TogetherPage.join(second, id)
  await expect(bob.card('api')).toContainText('Front')
  await context.close()
})

const WAYS_TO_SHARE = {
  'shared with a team': async ({ root }: ShareDialog) => {
    await root.getByLabel('Role of the team').selectOption('Editor')
    await root.getByRole('button', { name: 'Share with team' }).click()
  },
  'moved to a team': async ({ root }: ShareDialog) => {
    await root.getByRole('button', { name: 'Move …' }).click()
    await root.getByRole('button', { name: 'Move', exact: true }).click()
  },
  'opened by a link for editing': async ({ root }: ShareDialog) => {
    await root.getByLabel('For', { exact: true }).selectOption('Edit')
    await root.getByRole('button', { name: 'Make link' }).click()
  },
}

test('[COL-39] a flow that is shared with a team, moved to one or opened by a link is drawn together at once', async ({
  own: page,
  account,
}) => {
  await withTeams(account).makeTeam('Harbour')
  for (const [way, share] of Object.entries(WAYS_TO_SHARE))
    await test.step(way, async () => {
      const { id } = await withCalls(account).save(shop(`Alone at first, then ${way}`))
      await page.goto(`/flow/${id}`)
      const ada = new TogetherPage(page)
      await expect(ada.panel).toContainText(way)
      await expect(ada.panel).toContainText('Saved')
      await ada.entry('Share').click()
      await share(new ShareDialog(page))
      await expect(ada.panel).toContainText('All changes saved')
    })
})

test('[COL-40] who is here stands beside the tools on a small screen', { tag: '@small' }, async ({ ada, bob }) => {
  await expect(ada.people).toBeVisible()
  await bob.page.mouse.move(700, 600)
  await ada.people.click()
  await expect(ada.following).toBeVisible()
  const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  expect(await ada.page.evaluate(overflow)).toBe(0)
  await expectAccess(ada.page)
})
