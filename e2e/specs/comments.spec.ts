import { call } from '../fixtures/api.ts'
import { expect, test } from '../fixtures/test.ts'
import { atBothSizes, expectAccess } from '../pages/access.ts'
import { CommentsPanel } from '../pages/comments.page.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { sharer, shop, withCalls } from '../pages/sharing.page.ts'

const ON_API = { id: 'api', name: 'API' }
const ON_CALLS = { id: 'calls', name: 'Users → API' }

/** A flow of Ada, who shares it with the visitor; both have opened it. */
async function shared(
  {
    server,
    account,
    mailedLink,
  }: { server: { url: string } } & Pick<Parameters<Parameters<typeof test>[2]>[0], 'account' | 'mailedLink'>,
  role: string,
) {
  const ada = await sharer(server.url, mailedLink)
  await call(server.url, 'PUT', '/profile', { token: ada.token, body: { firstName: 'Ada', lastName: 'King' } })
  const me = withCalls(account)
  const { nodes, ...rest } = shop('Commented shop')
  // Both are in view beside the panel.
  const near = nodes?.map((node, index) => ({ ...(node as object), position: { x: index * 250, y: index * 150 } }))
  const flow = await ada.save({ ...rest, nodes: near ?? [] })
  await ada.share(flow.id, account.email, role)
  await me.open(flow.id)
  return { ada, me, flow }
}

test('[EDT-881] [EDT-882] [EDT-883] [EDT-884] [EDT-982] a comment is pinned to what is selected, and leads there and back', async ({
  own: page,
  account,
  server,
  mailedLink,
}) => {
  const { ada, flow } = await shared({ server, account, mailedLink }, 'commenter')
  await ada.comment(flow.id, 'Why one server?', ON_API)
  const editor = new EditorPage(page)
  const comments = new CommentsPanel(page)
  await page.goto(`/flow/${flow.id}`)
  const [api, users, calls] = [
    editor.node('Server: API'),
    editor.node('Client: Users'),
    editor.edge('HTTP: Users to API'),
  ]
  await expect(comments.mark(api)).toHaveText('1 open comment1')
  await expect(comments.mark(users)).toHaveCount(0)
  await comments.mark(api).click()
  await expect(api).toHaveClass(/selected/)
  await expect(comments.thread('Why one server?')).toHaveAttribute('data-current')

  await comments.field.fill('Two would do.')
  await expect(comments.root.getByText('About API')).toBeVisible()
  await comments.submit.click()
  await expect(comments.thread('Two would do.')).toContainText('API')
  await expect(comments.field).toHaveValue('')
  await expect(comments.mark(api)).toHaveText('2 open comments2')
  await users.click()
  await expect(comments.thread('Two would do.')).not.toHaveAttribute('data-current')
  await ada.comment(flow.id, 'Why synchronous?', ON_CALLS)
  await expect(comments.mark(calls)).toHaveText('1 open comment1')
  await comments.thread('Why synchronous?').getByRole('button', { name: 'Users → API' }).click()
  await expect(calls).toHaveClass(/selected/)
  await expect(comments.thread('Why synchronous?')).toHaveAttribute('data-current')

  await editor.canvas.focus()
  await page.keyboard.press('Escape')
  await expect(comments.root.getByText('About the whole flow')).toBeVisible()
  await comments.field.fill('A fine flow.')
  await page.keyboard.press('Control+Enter')
  await expect(comments.thread('A fine flow.')).toContainText('The whole flow')
  await page.keyboard.press('Escape')
  await expect(comments.root).toHaveCount(0)
  await editor.panel.getByRole('button', { name: 'Comments, 4 open' }).click()
  await expect(comments.threads).toHaveCount(4)
})

test('[EDT-884] [EDT-889] [EDT-981] who may only look reads the comments; what one is about is brought into view beside the panel', async ({
  own: page,
  account,
  server,
  mailedLink,
}) => {
  const { ada, me, flow } = await shared({ server, account, mailedLink }, 'viewer')
  const comments = new CommentsPanel(page)
  await test.step('[EDT-889] who may only look reads the comments', async () => {
    await ada.comment(flow.id, 'Read me', ON_API)
    await comments.open(flow.id)
    await expect(comments.thread('Read me')).toBeVisible()
    await expect(comments.root.getByText('You can read the comments on this flow.')).toBeVisible()
    await expect(comments.list.getByRole('button')).toHaveText(['API'])
    await expect(comments.field).toHaveCount(0)
  })

  await test.step('[EDT-884] what a comment is about is brought into view beside the panel', async () => {
    const { nodes, edges, ...rest } = shop('Wide shop')
    const far = nodes?.map((node, index) => ({ ...(node as object), position: { x: index * 6_000, y: 0 } })) ?? []
    const wide = await me.save({ ...rest, nodes: far, edges: edges ?? [] })
    const about = await me.comment(wide.id, 'So far away', ON_API)
    const editor = new EditorPage(page)
    const isBeside = async () => {
      const [api, panel] = [await editor.node('Server: API').boundingBox(), await comments.root.boundingBox()]
      return api !== null && panel !== null && api.x + api.width < panel.x
    }
    await page.goto(`/flow/${wide.id}?comment=${about}`)
    await expect(comments.thread('So far away')).toHaveAttribute('data-current')
    await expect.poll(isBeside).toBe(true)
    await comments.open(wide.id)
    await editor.canvas.focus()
    await page.keyboard.press('0')
    await comments.thread('So far away').getByRole('button', { name: 'API' }).click()
    await expect.poll(isBeside).toBe(true)
    await editor.viewportAtRest()
    expect(await isBeside()).toBe(true)
    await expect(editor.node('Server: API')).toBeInViewport({ ratio: 0.99 })
  })
})

test('[EDT-885] [EDT-888] threads are answered, resolved and reopened, and what others write appears by itself', async ({
  own: page,
  account,
  server,
  mailedLink,
}) => {
  const { ada, flow } = await shared({ server, account, mailedLink }, 'editor')
  const thread = await ada.comment(flow.id, 'Is this final?')
  const comments = new CommentsPanel(page)
  await comments.open(flow.id)
  const first = comments.thread('Is this final?')
  await first.getByRole('button', { name: 'Answer …' }).click()
  await page.keyboard.type('Nearly.')
  await first.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(first).toContainText('Nearly.')
  await expect(first.getByRole('button', { name: 'Edit' })).toHaveCount(1)
  await first.getByRole('button', { name: 'Edit' }).click()
  await first.getByLabel('Change the comment').fill('Nearly, not quite.')
  await first.getByRole('button', { name: 'Save' }).click()
  await expect(first).toContainText('Nearly, not quite.')
  await expect(first).toContainText('edited')
  await ada.answer(flow.id, thread, 'Then I wait.')
  await expect(first).toContainText('Then I wait.')

  await first.getByRole('button', { name: 'Delete …' }).click()
  await first.getByRole('group').getByRole('button', { name: 'Cancel' }).click()
  await first.getByRole('button', { name: 'Delete …' }).click()
  await first.getByRole('group').getByRole('button', { name: 'Delete' }).click()
  await expect(first).not.toContainText('Nearly')
  await first.getByRole('button', { name: 'Resolve' }).click()
  await expect(comments.threads).toHaveCount(0)
  await comments.tab(/^Resolved \(1\)/).click()
  await expect(first).toContainText('Resolved by Grace Hopper')
  await first.getByRole('button', { name: 'Reopen' }).click()
  await comments.tab(/^Open \(1\)/).click()
  await expect(first).toContainText('Then I wait.')
})

test('[EDT-886] [EDT-890] a thread stays when its component was removed and when its author has left', async ({
  own: page,
  account,
  server,
  mailedLink,
}) => {
  const { ada, me } = await shared({ server, account, mailedLink }, 'editor')
  const flow = await me.save(shop('Left shop'))
  await me.share(flow.id, ada.email, 'commenter')
  await ada.comment(flow.id, 'About what was', { id: 'gone', name: 'Old queue' })
  await ada.comment(flow.id, 'Still here', ON_API)
  const { flows } = await call<{ flows: { id: string }[] }>(server.url, 'GET', '/profile/export', { token: ada.token })
  const body = { currentPassword: ada.password, flows: flows.map(({ id }) => ({ id, to: null })) }
  const gone = await fetch(`${server.url}/api/profile`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(gone.status).toBe(200)
  const editor = new EditorPage(page)
  const comments = new CommentsPanel(page)
  await comments.open(flow.id)
  await expect(comments.thread('About what was')).toContainText('Old queue was removed')
  await expect(comments.thread('About what was')).toContainText('Former member')
  await expect(comments.thread('Still here').getByRole('button', { name: 'API' })).toBeVisible()
  // The panel lies over the component, until its comment reveals it.
  await comments.thread('Still here').getByRole('button', { name: 'API' }).click()
  await expect.poll(() => editor.selected()).toHaveLength(1)
  await editor.canvas.focus()
  await editor.press('Delete')
  await expect(comments.thread('Still here')).toContainText('API was removed')
})

test('[EDT-887] [EDT-893] [EDT-984] names are offered after an @, and the mail leads to the comment', async ({
  own: page,
  account,
  server,
  mailedLink,
  context,
}) => {
  const { ada, flow } = await shared({ server, account, mailedLink }, 'commenter')
  const comments = new CommentsPanel(page)
  await comments.open(flow.id)
  await expect(comments.field).toHaveAttribute('placeholder', 'Type @ to mention somebody')
  await comments.field.fill('Could you look, @a')
  await expect(comments.names).toHaveText(['Ada King'])
  await page.keyboard.press('Enter')
  await expect(comments.field).toHaveValue('Could you look, @Ada King ')
  await page.keyboard.press('Control+Enter')
  await expect(comments.thread('Could you look').locator('mark')).toHaveText('@Ada King')
  const link = await mailedLink(ada.email)
  expect(link).toContain(`/flow/${flow.id}?comment=`)
  await ada.resolve(flow.id, new URL(link).searchParams.get('comment') ?? '')
  const other = await context.newPage()
  await other.goto(link)
  await expect(new CommentsPanel(other).thread('Could you look')).toHaveAttribute('data-current')
})

test.describe(() => {
  test.use({ expectedFaults: [/status of 400/] })

  test('[EDT-892] [EDT-894] what is refused stays in the field, and a board is saved before it is commented on', async ({
    own: page,
    account,
  }) => {
    const me = withCalls(account)
    const comments = new CommentsPanel(page)
    await page.goto('/flow-editor')
    await new EditorPage(page).panel.getByRole('button', { name: 'Comments' }).click()
    await expect(comments.root).toContainText('Save this flow first')
    const flow = await me.save(shop('Full shop'))
    await comments.open(flow.id)
    await comments.field.fill('x'.repeat(2_001))
    await expect(comments.root.getByText('A comment has at most 2,000 characters')).toBeVisible()
    await expect(comments.submit).toBeDisabled()
    await comments.field.fill('Kept')
    const refusal = {
      message: 'Some fields need your attention.',
      errors: { text: 'A flow has at most 500 comments.' },
    }
    await page.route('**/comments', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 400, json: refusal }) : route.fallback(),
    )
    await comments.submit.click()
    await expect(comments.root.getByText('A flow has at most 500 comments.')).toBeVisible()
    await expect(comments.field).toHaveValue('Kept')
  })
})

test('[EDT-891] the panel is worked by keyboard, fits, and has no fault that axe finds', async ({
  own: page,
  account,
  server,
  mailedLink,
}) => {
  const { ada, flow } = await shared({ server, account, mailedLink }, 'commenter')
  await ada.comment(flow.id, 'Averylongwordthatbreaksnowhere'.repeat(8), ON_API)
  const editor = new EditorPage(page)
  const comments = new CommentsPanel(page)
  await page.goto(`/flow/${flow.id}`)
  await expect(comments.mark(editor.node('Server: API'))).toBeVisible()
  await editor.node('Server: API').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('m')
  await expect(comments.field).toBeFocused()
  await page.keyboard.type('By keys')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(comments.thread('By keys')).toBeVisible()
  await comments.thread('By keys').getByRole('button', { name: 'Resolve' }).press('Enter')
  await expect(comments.thread('By keys')).toHaveCount(0)
  await expect(comments.list).toBeFocused()
  await atBothSizes(page, async () => {
    await expect(comments.root).toBeVisible()
    await expectAccess(page, { within: 'section[aria-label="Comments"]' })
    expect(await comments.root.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  })
  await page.keyboard.press('Escape')
  await expect(comments.root).toHaveCount(0)
})
