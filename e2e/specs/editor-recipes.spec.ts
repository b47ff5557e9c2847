import { expect, test } from '../fixtures/test.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { openChain } from '../pages/flows.ts'
import { Overlays } from '../pages/overlays.page.ts'

/** What is typed, and the name of the node that Enter adds then. */
const FOUND = {
  queue: 'Server: Message queue',
  kafka: 'Server: Kafka topic',
  redis: 'Cache: Redis',
  api: /^(Server: API server|Load Balancer: API gateway)$/,
  cdn: 'Cache: CDN',
  gateway: 'Load Balancer: API gateway',
  worker: 'Server: Worker',
  s3: 'Database: Object store',
  postgres: 'Database: PostgreSQL',
  lambda: 'Server: Lambda function',
} as const

test('[EDT-426] [EDT-425] [EDT-427] components and recipes are found by the words of the field, and added with their settings', async ({
  signedIn,
  api,
}) => {
  test.slow()
  await test.step('[EDT-426] palette and list of components find a component by the word that the field has for it', async () => {
    const editor = await EditorPage.open(signedIn)
    await test.step('[EDT-426] the command palette finds it', async () => {
      const overlays = new Overlays(signedIn)
      await editor.canvas.focus()
      await editor.press('/')
      for (const [word, name] of Object.entries(FOUND)) {
        await overlays.commands.fill(word)
        const label = typeof name === 'string' ? `Add ${name.replace(/.*: /, '')}` : /^Add API (server|gateway)/
        await expect(editor.choices.first()).toContainText(label)
      }
    })

    await test.step('[EDT-426] the list of components finds a component by the word that the field has for it', async () => {
      await editor.press('Escape')
      await editor.canvas.focus()
      let count = 0
      for (const [word, name] of Object.entries(FOUND)) {
        await editor.press('a')
        await expect(editor.chooser('Add a component')).toBeFocused()
        await signedIn.keyboard.type(word)
        await editor.press('Enter')
        count += 1
        await expect(editor.nodes).toHaveCount(count)
        await expect(editor.nodes.last()).toHaveAttribute('aria-label', name)
        // It takes the focus a frame later, from the list too.
        await expect(editor.nodes.last()).toBeFocused()
      }
    })
  })

  await test.step('[EDT-425] [EDT-427] a recipe is added from the palette with its settings, and by a connection with one of its kind', async () => {
    const editor = await openChain(signedIn, api)
    const list = editor.panel.getByRole('list', { name: 'Recipes' })
    await expect(list.getByRole('button')).toHaveText([
      'Message queue',
      'CDN',
      'API gateway',
      'Worker',
      'Object store',
      'Third-party API',
    ])
    await editor.entry('CDN').click()
    await expect(editor.node('Cache: CDN')).toContainText('90% hits')
    // As above: it would take the focus from the node that is to be connected.
    await expect(editor.node('Cache: CDN')).toBeFocused()

    await editor.node('Server: Orders').focus()
    await editor.press('Shift+a')
    await signedIn.keyboard.type('queue')
    await editor.press('Enter')
    await expect(editor.edge('AMQP: Orders to Message queue')).toHaveCount(1)
  })
})
