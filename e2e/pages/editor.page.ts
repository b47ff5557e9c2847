import { expect, type Locator, type Page } from '@playwright/test'
import type { StoredFlow } from '../fixtures/api.ts'

interface Point {
  x: number
  y: number
}

/** The flow editor: Flow Panel, canvas and dialogs. */
export class EditorPage {
  readonly page: Page
  readonly panel: Locator
  readonly canvas: Locator
  readonly nodes: Locator
  readonly edges: Locator
  readonly properties: Locator
  readonly picker: Locator
  readonly choices: Locator
  readonly toolbar: Locator

  constructor(page: Page) {
    this.page = page
    this.panel = page.getByRole('region', { name: 'Flow Panel' })
    this.canvas = page.getByRole('region', { name: 'Canvas' })
    this.nodes = this.canvas.locator('.react-flow__node-card')
    this.edges = this.canvas.locator('.react-flow__edge')
    this.properties = page.getByRole('region', { name: 'Properties' })
    this.picker = this.canvas.getByRole('combobox', { name: /^Connect / })
    this.choices = page.locator('[role=option]')
    this.toolbar = this.canvas.getByRole('toolbar', { name: 'Selection' })
  }

  static async open(page: Page): Promise<EditorPage> {
    await page.goto('/flow-editor')
    const editor = new EditorPage(page)
    await expect(editor.canvas).toBeVisible()
    return editor
  }

  /** Opens a flow by its address: by way of the library it would take a third more. Where the editor is open already, without loading the app anew. */
  static async openFlow(page: Page, { id }: { id: string }): Promise<EditorPage> {
    const path = `/flow/${id}`
    const editor = new EditorPage(page)
    if ((await page.locator(EDITOR).isVisible()) && new URL(page.url()).pathname !== path) await goWithin(page, path)
    else await page.goto(path)
    await expect(editor.canvas).toBeVisible()
    return editor
  }

  entry(name: string): Locator {
    return this.panel.getByRole('button', { name, exact: true })
  }

  /** A node by its name, `Server: Orders`. */
  node(name: string): Locator {
    return this.canvas.getByRole('group', { name, exact: true })
  }

  /** An edge by its name, `HTTP: Browser to Orders`. */
  edge(name: string): Locator {
    return this.canvas.getByRole('group', { name, exact: true })
  }

  async dragIn(name: string, to: Point): Promise<void> {
    await this.entry(name).dragTo(this.canvas, { targetPosition: to })
  }

  /** The field of the list of components to add or to connect. */
  chooser(name: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name }).getByRole('combobox')
  }

  /** Drags from the right handle of a node to the left handle of another. */
  async connect(from: Locator, to: Locator): Promise<void> {
    await this.viewportAtRest()
    await from.locator('.react-flow__handle.source').dragTo(to.locator('.react-flow__handle.target'))
  }

  /** The viewport may be easing: what is aimed at would have moved. */
  async viewportAtRest(): Promise<void> {
    await unchanged(this.canvas.locator('.react-flow__viewport'), { frames: 5 })
  }

  /** Very many edges are added to the page in batches. */
  async allEdgesRendered(): Promise<void> {
    await unchanged(this.canvas.locator('.react-flow__edges'), { frames: 10 })
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /** Drags with the mouse by steps, as a hand does. */
  async drag(from: Point, to: Point, keys: { holding?: string } = {}): Promise<void> {
    if (keys.holding) await this.page.keyboard.down(keys.holding)
    await this.page.mouse.move(from.x, from.y)
    await this.page.mouse.down()
    await this.page.mouse.move(to.x, to.y, { steps: 8 })
    await this.page.mouse.up()
    // Until a timer of no delay has run, React Flow drops the next click as the end of the drag; nobody clicks so soon.
    await this.page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    if (keys.holding) await this.page.keyboard.up(keys.holding)
  }

  /** The middle of an element on the screen. */
  async middle(element: Locator): Promise<Point> {
    const box = await element.boundingBox()
    if (!box) throw new Error('It is not on the screen.')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }

  /** A point of the canvas that is empty. While the viewport moves, a shield covers all of it. */
  async emptyPoint(): Promise<Point> {
    return this.canvas.evaluate((canvas) => {
      const { left, top, width, height } = canvas.getBoundingClientRect()
      const shown = (x: number, y: number) =>
        document.elementsFromPoint(x, y).find((element) => !element.matches('[class*=shield]'))
      for (let y = top + 90; y < top + height; y += 20)
        for (let x = left + 90; x < left + width; x += 20)
          if (shown(x, y)?.classList.contains('react-flow__pane')) return { x, y }
      throw new Error('The canvas is full.')
    })
  }

  /** Keeps the viewport in a drag that stays where it began; returns how to release it. */
  async keepViewportMoving(): Promise<() => Promise<void>> {
    const from = await this.emptyPoint()
    const drag = await this.canvas.evaluateHandle((canvas, { x, y }) => {
      const move = (type: string, by: number, on: EventTarget = window) =>
        on.dispatchEvent(
          new MouseEvent(type, {
            clientX: x + by,
            clientY: y,
            buttons: 1,
            bubbles: true,
            cancelable: true,
            view: window,
          }),
        )
      move('mousedown', 0, canvas.querySelector('.react-flow__pane') ?? canvas)
      move('mousemove', 20)
      move('mousemove', 0)
      const again = setInterval(() => move('mousemove', 0), 30)
      return {
        end: () => {
          clearInterval(again)
          move('mouseup', 0)
        },
      }
    }, from)
    return () => drag.evaluate(({ end }) => end())
  }

  /** The id of the node that is nearest to the center of the canvas, of those that match the selector. */
  nodeInMiddle(selector = ''): Promise<string> {
    return this.canvas.evaluate((canvas, selector) => {
      const distance = (node: Element) => {
        const [a, b] = [node.getBoundingClientRect(), canvas.getBoundingClientRect()]
        return Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2)
      }
      const nodes = [...canvas.querySelectorAll(`.react-flow__node-card${selector}`)]
      const [nearest] = nodes.sort((a, b) => distance(a) - distance(b))
      return nearest?.getAttribute('data-id') ?? ''
    }, selector)
  }

  /** How many nodes the overview draws: each is a part of the shape of its kind. */
  nodesInOverview(): Promise<number> {
    return this.canvas
      .getByRole('img', { name: 'Overview' })
      .locator('path')
      .evaluateAll((paths) =>
        paths.map((path) => path.getAttribute('d')?.split('M').length ?? 1).reduce((a, b) => a + b - 1, 0),
      )
  }

  /** The position of a node in the flow. */
  async position(node: Locator): Promise<Point> {
    const [x = 0, y = 0] = await node.evaluate((element) => {
      const { m41, m42 } = new DOMMatrixReadOnly(getComputedStyle(element).transform)
      return [m41, m42]
    })
    return { x, y }
  }

  selected(): Promise<string[]> {
    return this.canvas
      .locator('.react-flow__node.selected, .react-flow__edge.selected')
      .evaluateAll((elements) => elements.map((element) => element.getAttribute('aria-label') ?? ''))
  }

  /** Pan and zoom, as a CSS transform. */
  viewport(): Promise<string> {
    return this.canvas.locator('.react-flow__viewport').evaluate((element: HTMLElement) => element.style.transform)
  }

  zoom(): Promise<number> {
    return this.canvas
      .locator('.react-flow__viewport')
      .evaluate((element) => new DOMMatrixReadOnly(getComputedStyle(element).transform).a)
  }

  toast(text: string | RegExp): Locator {
    return this.page.getByRole('alert').filter({ hasText: text }).first()
  }

  dialog(name: 'Save Flow' | 'Load Flow' | 'Versions'): Locator {
    return this.page.getByRole('dialog', { name })
  }

  async save(name: string, description: string): Promise<void> {
    await this.entry('Save').click()
    const dialog = this.dialog('Save Flow')
    await dialog.getByLabel('Flow Name').fill(name)
    await dialog.getByLabel('Description').fill(description)
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  }

  async load(name: string): Promise<void> {
    await this.entry('Load').click()
    await this.inLoadDialog(name).click()
  }

  /** The button that loads the flow, while the Load dialog is open. */
  inLoadDialog(name: string): Locator {
    return this.dialog('Load Flow').getByRole('listitem', { name }).getByRole('button', { name: 'Load' })
  }
}

/** A stored flow without ids and positions: the kinds of its nodes, and which kinds its edges connect by what. */
export function drawing({ nodes, edges }: Pick<StoredFlow, 'nodes' | 'edges'>) {
  const typed = nodes as { id: string; type: string; data: { label: string } }[]
  const connections = edges as { source: string; target: string; type: string }[]
  const typeOf = (id: string) => typed.find((node) => node.id === id)?.type
  return {
    nodes: typed.map(({ type }) => type).sort(),
    edges: connections.map(({ source, target, type }) => `${typeOf(source)} ${type} ${typeOf(target)}`).sort(),
  }
}

/** The editor, in whichever view. */
const EDITOR = '#views'

/** As a link would lead there; resolves when the flow that was open is gone. */
async function goWithin(page: Page, path: string): Promise<void> {
  const left = await page.locator(EDITOR).elementHandle()
  await page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await left?.waitForElementState('hidden')
}

/** Resolves when neither an element's attributes nor its children have changed for so many frames. */
function unchanged(element: Locator, { frames }: { frames: number }): Promise<void> {
  return element.evaluate(async (element, frames) => {
    let left = frames
    const observer = new MutationObserver(() => {
      left = frames
    })
    observer.observe(element, { attributes: true, childList: true })
    for (; left > 0; left -= 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    observer.disconnect()
  }, frames)
}
