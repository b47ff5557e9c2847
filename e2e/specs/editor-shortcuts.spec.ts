import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import type { EditorPage } from '../pages/editor.page.ts'
import { openChain } from '../pages/flows.ts'
import { Overlays } from '../pages/overlays.page.ts'
import { SimulationPanel } from '../pages/simulation.page.ts'

/** Does what the sheet says, by the key it names, with Orders selected and in focus; and checks that it came to pass. */
type Check = (key: string) => Promise<void>

const KEYS: Readonly<Record<string, string>> = { Ctrl: 'Control', Del: 'Delete', Esc: 'Escape', Menu: 'ContextMenu' }

const keyOf = (shown: string): string =>
  shown.length === 1
    ? shown
    : shown
        .split('+')
        .map((part) => KEYS[part] ?? part)
        .join('+')

function checks(editor: EditorPage, overlays: Overlays): Record<string, Check> {
  const { page } = editor
  const orders = editor.node('Server: Orders')
  const cards = (count: number) => expect(editor.nodes).toHaveCount(count)
  const undo = async () => {
    await editor.press('Control+z')
    await cards(3)
  }
  const selects = (names: string[]) => expect.poll(async () => (await editor.selected()).sort()).toEqual(names)
  /** The focus comes back a moment after the overlay is gone: until then keys go nowhere. */
  const closes = async (what: Locator) => {
    await editor.press('Escape')
    await expect(what).toBeHidden()
    await expect(orders).toBeFocused()
  }
  const opens = async (key: string, what: Locator) => {
    await editor.press(key)
    // Until it has the focus, Escape is a key of the canvas.
    await expect.poll(() => what.evaluate((overlay) => overlay.contains(document.activeElement))).toBe(true)
    await closes(what)
  }
  const changes = async (key: string, count: number) => {
    await editor.press(key)
    await cards(count)
    await undo()
  }
  const zooms = async (key: string, from: number, to: number) => {
    await editor.press(from === 1 ? 'Shift+0' : 'Shift+2')
    await expect.poll(() => editor.zoom()).toBe(from)
    await editor.press(key)
    await expect.poll(() => editor.zoom()).toBeCloseTo(to)
  }
  const finds = async (key: string) => {
    await editor.press('Control+f')
    await expect(overlays.find).toBeFocused()
    await page.keyboard.type('browser')
    await editor.press('Enter')
    await selects(['Client: Browser'])
    await editor.press(key)
    await selects(['HTTP: Browser to Orders'])
  }
  const panel = new SimulationPanel(page)
  const leads = async (key: string, to: string, before: readonly ('Start' | 'Pause')[]) => {
    for (const command of before) await panel.command(command).click()
    await editor.press(key)
    await expect(panel.status).toHaveText(to)
    if (to !== 'Stopped') await panel.command('Reset').click()
  }
  const ALL = ['Client: Browser', 'Database: Ledger', 'Server: Orders']
  return {
    'Add component': async (key) => {
      await editor.press(key)
      await expect(editor.chooser('Add a component')).toBeFocused()
      await closes(editor.chooser('Add a component'))
    },
    Connect: (key) => opens(key, editor.picker),
    'Add connected component': (key) => opens(key, editor.chooser(/^Connect /)),
    Undo: async (key) => {
      await editor.press('Delete')
      await cards(2)
      await editor.press(key)
      await cards(3)
    },
    Redo: async (key) => {
      await editor.press('Delete', 'Control+z')
      await cards(3)
      await changes(key, 2)
    },
    Cut: (key) => changes(key, 2),
    Copy: async (key) => {
      await editor.press(key)
      await expect(overlays.announced('1 component copied')).toBeAttached()
    },
    Paste: async (key) => {
      await editor.press('Control+c')
      await changes(key, 4)
    },
    Duplicate: (key) => changes(key, 4),
    Delete: (key) => changes(key, 2),
    'Select all': async (key) => {
      await editor.press(key)
      await selects(ALL)
    },
    Deselect: async (key) => {
      await editor.press(key)
      await selects([])
    },
    'Invert selection': async (key) => {
      await editor.press(key)
      await selects(['Client: Browser', 'Database: Ledger'])
    },
    'Select connected': async (key) => {
      await editor.press(key)
      await selects(ALL)
    },
    'Select same kind': async (key) => {
      await editor.press('Control+d')
      await cards(4)
      await editor.press(key)
      await selects(['Server: Orders', 'Server: Orders'])
      await undo()
    },
    'Select connections': async (key) => {
      await editor.press(key)
      await selects(['Database: Orders to Ledger', 'HTTP: Browser to Orders'])
    },
    ...Object.fromEntries(
      (['Make wider', 'Make narrower', 'Make taller', 'Make less tall'] as const).map((name, index) => [
        name,
        async (key: string) => {
          const sides = async () => {
            const { width = 0, height = 0 } = (await orders.boundingBox()) ?? {}
            return index < 2 ? width : height
          }
          const before = await sides()
          await editor.press(key)
          await expect.poll(async () => Math.sign(Math.round((await sides()) - before))).toBe(index % 2 === 0 ? 1 : -1)
          await editor.press('Control+z')
          await expect.poll(sides).toBe(before)
        },
      ]),
    ),
    'Edit properties': async (key) => {
      await editor.press(key)
      await expect(editor.properties.getByLabel('Label', { exact: true })).toBeFocused()
    },
    'Next connection': async (key) => {
      await editor.press(key)
      await expect(editor.edge('HTTP: Browser to Orders')).toBeFocused()
    },
    'Find …': (key) => opens(key, overlays.find),
    'Find next': finds,
    'Find previous': finds,
    'Zoom in': (key) => zooms(key, 1, 1.2),
    'Zoom out': (key) => zooms(key, 1, 1 / 1.2),
    'Zoom to 100 %': (key) => zooms(key, 2, 1),
    'Zoom to selection': (key) => zooms(key, 1, 2),
    'Fit view': async (key) => {
      await editor.press('Shift+2')
      await expect.poll(() => editor.zoom()).toBe(2)
      await editor.press(key)
      await expect(editor.node('Client: Browser')).toBeInViewport({ ratio: 0.99 })
    },
    'Save …': (key) => opens(key, editor.dialog('Save Flow')),
    'Load …': (key) => opens(key, editor.dialog('Load Flow')),
    'Comments …': (key) => opens(key, page.getByRole('region', { name: 'Comments' })),
    'Comment on selection …': async (key) => {
      await editor.node('Server: Orders').click()
      await opens(key, page.getByRole('region', { name: 'Comments' }))
    },
    'Versions …': (key) => opens(key, editor.dialog('Versions')),
    'All commands …': (key) => opens(key, overlays.commands),
    'Keyboard shortcuts …': (key) => opens(key, overlays.sheet),
    'Context menu': (key) => opens(key, overlays.menu),
    'Next component': async (key) => {
      await editor.node('Client: Browser').focus()
      await editor.press(key)
      await expect(orders).toBeFocused()
    },
    'Select the focused component': async (key) => {
      await editor.press('Escape')
      await orders.focus()
      await editor.press(key)
      await selects(['Server: Orders'])
    },
    'Start simulation': (key) => leads(key, 'Running', []),
    'Pause simulation': (key) => leads(key, 'Paused', ['Start']),
    'Resume simulation': (key) => leads(key, 'Running', ['Start', 'Pause']),
    'Reset simulation': (key) => leads(key, 'Stopped', ['Start']),
    'Step simulation': async (key) => {
      await panel.command('Start').click()
      await panel.command('Pause').click()
      await expect(panel.status).toHaveText('Paused')
      const before = await panel.value('Elapsed time')
      await editor.canvas.focus()
      await editor.press(key)
      await panel.waitForMore('Elapsed time', before)
      await panel.command('Reset').click()
    },
    'Increase speed': async (key) => {
      await panel.speed('1×').check({ force: true })
      await editor.canvas.focus()
      await editor.press(key)
      await expect(panel.speed('2×')).toBeChecked()
    },
    'Decrease speed': async (key) => {
      await panel.speed('1×').check({ force: true })
      await editor.canvas.focus()
      await editor.press(key)
      await expect(panel.speed('0.5×')).toBeChecked()
    },
  }
}

test('[EDT-312] [EDT-313] [EDT-314] [EDT-60] [EDT-357] [EDT-62] [EDT-362] [EDT-56] keys act in fields and not under dialogs, and the pointer does what is written in the sheet', async ({
  signedIn,
  api,
}) => {
  test.slow()
  await test.step('[EDT-312] [EDT-313] [EDT-314] undo and save act in a field of properties too, and no key under a dialog', async () => {
    const editor = await openChain(signedIn, api)
    const overlays = new Overlays(signedIn)
    await editor.node('Server: Orders').click()
    const speed = editor.properties.getByLabel('CPU speed', { exact: true })
    await speed.fill('5')
    await speed.press('Control+z')
    await expect(speed).toHaveValue('2.5')
    await speed.press('Control+Shift+z')
    await expect(speed).toHaveValue('5')
    await speed.press('Control+s')
    const cancel = editor.dialog('Save Flow').getByRole('button', { name: 'Cancel' })
    await cancel.focus()
    await editor.press('Control+k', 'Delete', 'Control+z')
    await expect(overlays.commands).toBeHidden()
    await cancel.click()
    await expect(editor.nodes).toHaveCount(3)
    await expect(speed).toHaveValue('5')
  })

  await test.step('[EDT-60] [EDT-357] [EDT-62] [EDT-362] [EDT-56] the pointer does what is written in the sheet', async () => {
    // The viewport goes where it is sent in one step.
    await signedIn.emulateMedia({ reducedMotion: 'reduce' })
    const editor = await openChain(signedIn, api)
    const overlays = new Overlays(signedIn)
    const [browser, orders] = [editor.node('Client: Browser'), editor.node('Server: Orders')]
    const selects = (names: string[]) => expect.poll(async () => (await editor.selected()).sort()).toEqual(names)
    /** Fits the flow in view, which is small enough to be shown in its size. */
    const fit = async () => {
      await editor.press('0')
      await expect.poll(() => editor.zoom()).toBe(1)
      await editor.viewportAtRest()
      await expect(browser).toBeInViewport({ ratio: 1 })
    }
    const done: Record<string, () => Promise<void>> = {
      Select: async () => {
        await orders.click()
        await selects(['Server: Orders'])
      },
      'Add to or remove from the selection': async () => {
        for (const key of ['Control', 'Meta'] as const) {
          await browser.click({ modifiers: [key] })
          await selects(['Client: Browser', 'Server: Orders'])
          await browser.click({ modifiers: [key] })
          await selects(['Server: Orders'])
        }
      },
      'The same': async () => {
        await browser.click({ modifiers: ['Shift'] })
        await selects(['Client: Browser', 'Server: Orders'])
        // A hand that is not quite still means a press all the same.
        const at = await editor.middle(orders)
        await editor.drag(at, { x: at.x + 2, y: at.y + 1 }, { holding: 'Shift' })
        await selects(['Client: Browser'])
      },
      'Select all in a box': async () => {
        const box = await browser.boundingBox()
        if (!box) throw new Error('It is not in the page.')
        const from = { x: box.x - 20, y: box.y - 20 }
        await editor.drag(from, { x: box.x + box.width + 20, y: box.y + box.height + 20 }, { holding: 'Shift' })
        await selects(['Client: Browser'])
      },
      Pan: async () => {
        const before = await editor.middle(orders)
        const from = await editor.emptyPoint()
        await editor.drag(from, { x: from.x + 40, y: from.y + 20 })
        await expect.poll(async () => Math.round((await editor.middle(orders)).x - before.x)).toBeGreaterThan(20)
      },
      'Pan over components': async () => {
        const [place, from] = [await editor.position(orders), await editor.middle(orders)]
        await editor.drag(from, { x: from.x - 40, y: from.y }, { holding: 'Space' })
        await expect.poll(async () => Math.round((await editor.middle(orders)).x - from.x)).toBeLessThan(-20)
        expect(await editor.position(orders)).toEqual(place)
      },
      Zoom: async () => {
        for (const key of [null, 'Control']) {
          await fit()
          const { x, y } = await editor.middle(editor.canvas)
          await signedIn.mouse.move(x, y)
          if (key) await signedIn.keyboard.down(key)
          await signedIn.mouse.wheel(0, -20)
          await expect.poll(() => editor.zoom()).toBeGreaterThan(1)
          if (key) await signedIn.keyboard.up(key)
        }
      },
      'Draw a connection': async () => {
        await editor.connect(editor.node('Database: Ledger'), browser)
        await expect(editor.edges).toHaveCount(3)
      },
      'Context menu by pointer': async () => {
        await orders.click({ button: 'right' })
        await expect(overlays.menu).toBeVisible()
        await editor.press('Escape')
      },
    }
    await editor.canvas.focus()
    await editor.press('?')
    await expect(overlays.sheet).toBeVisible()
    const titles = await overlays.sheet.locator('section:has(> h3:text-is("Pointer")) dt').allTextContents()
    await editor.press('Escape')
    await expect(overlays.sheet).toBeHidden()
    expect(titles.length).toBeGreaterThan(8)
    // What a finger does stands in a test of its own.
    for (const title of titles.filter((title) => title !== 'Context menu by touch'))
      await test.step(title, async () => {
        const act = done[title]
        await fit()
        if (!act) throw new Error(`Nothing checks “${title}”.`)
        await act()
      })
  })
})

test('[EDT-60] [EDT-356] [EDT-363] [EDT-364] [EDT-433] every key of the sheet does what is written beside it', async ({
  signedIn,
  api,
}) => {
  test.slow()
  // The viewport need not be waited for.
  await signedIn.emulateMedia({ reducedMotion: 'reduce' })
  const editor = await openChain(signedIn, api)
  const overlays = new Overlays(signedIn)
  await editor.canvas.focus()
  await editor.press('?')
  await expect(overlays.sheet).toBeVisible()
  const rows = await overlays.sheet
    .locator('section[aria-labelledby]:not(:has(h3:text-is("Arrange")), :has(h3:text-is("Pointer"))) dl > div')
    .evaluateAll((all) =>
      all.map((row) => ({
        title: row.querySelector('dt')?.textContent ?? '',
        keys: [...row.querySelectorAll('kbd')].map((key) => key.textContent ?? ''),
      })),
    )
  await editor.press('Escape')
  await expect(overlays.sheet).toBeHidden()
  expect(rows.length).toBeGreaterThan(30)
  const table = checks(editor, overlays)
  const orders = editor.node('Server: Orders')
  /** Most checks leave Orders selected and in focus. */
  const isReady = () =>
    orders.evaluate((node) => {
      const [first, ...others] = document.querySelectorAll('.react-flow .selected')
      return node === document.activeElement && node === first && others.length === 0
    })
  for (const { title, keys } of rows.filter(({ keys }) => !keys.includes('Arrow keys')))
    for (const key of keys)
      await test.step(`${title}: ${key}`, async () => {
        if (!(await isReady())) {
          await editor.canvas.focus()
          await editor.press('Escape')
          await orders.focus()
          await editor.press('Enter')
        }
        const check = table[title]
        if (!check) throw new Error(`Nothing checks “${title}”.`)
        await check(keyOf(key))
      })
})
