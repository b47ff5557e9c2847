import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Download, expect, type Page } from '@playwright/test'
import { EditorPage } from './editor.page.ts'

type Format = 'PNG' | 'SVG' | 'JSON' | 'Mermaid'
type Entry = `Export as ${Format}` | `Export selection as ${'PNG' | 'SVG'}`

/** What takes diagrams out of the editor and into it. */
export class ExchangePage {
  readonly page: Page
  readonly editor: EditorPage
  readonly #folders: string[] = []

  constructor(page: Page) {
    this.page = page
    this.editor = new EditorPage(page)
  }

  export(format: Format): Promise<{ name: string; content: Buffer }> {
    return this.exportBy(`Export as ${format}`)
  }

  async exportBy(entry: Entry): Promise<{ name: string; content: Buffer }> {
    await this.editor.entry('Export').click()
    const download = this.page.waitForEvent('download')
    await this.page.getByRole('menuitem', { name: entry, exact: true }).click()
    return saved(await download)
  }

  async import(name: string, content: string | Buffer): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'plimsoll-import-'))
    const path = join(folder, name)
    await writeFile(path, content)
    const chooser = this.page.waitForEvent('filechooser')
    await this.editor.entry('Import').click()
    await (await chooser).setFiles(path)
    this.#folders.push(folder)
  }

  /** Removes the files that were imported: the browser reads them after they are chosen. */
  async cleanUp(): Promise<void> {
    for (const folder of this.#folders) await rm(folder, { recursive: true })
  }

  /** How long it takes from the choice of a file until a toast says this; the way of the file from the test to the browser is not in it. */
  timeUntilToast(message: string): Promise<number> {
    return this.page.evaluate(async (message) => {
      const { promise: chosen, resolve: choose } = Promise.withResolvers<number>()
      const click = HTMLInputElement.prototype.click
      HTMLInputElement.prototype.click = function () {
        HTMLInputElement.prototype.click = click
        this.addEventListener('change', () => choose(performance.now()), { capture: true })
        click.call(this)
      }
      const start = await chosen
      const says = () =>
        [...document.querySelectorAll('[role=alert]')].some(({ textContent }) => textContent?.includes(message))
      while (!says()) await new Promise(requestAnimationFrame)
      return performance.now() - start
    }, message)
  }

  /** Drops a file of the desktop on the first element that the selector names. */
  async drop(selector: string, { name, content }: { name: string; content: string }): Promise<void> {
    const data = await this.page.evaluateHandle(
      ([name, content]) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([content], name))
        return transfer
      },
      [name, content] as const,
    )
    await this.page.dispatchEvent(selector, 'dragover', { dataTransfer: data })
    await this.page.dispatchEvent(selector, 'drop', { dataTransfer: data })
  }

  /** Pastes a text where the focus is. */
  async paste(text: string): Promise<void> {
    await this.page.evaluate((text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      const target = document.activeElement ?? document.body
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, text)
  }

  /** A screenshot of the part of the flow that the picture shows, without overlay controls. */
  async screenshot({ left, top, width, height }: Box): Promise<Buffer> {
    const place = await this.editor.canvas.evaluate((canvas) => {
      for (const control of canvas.querySelectorAll<HTMLElement>('.react-flow__panel, [class*="dots"]'))
        control.style.visibility = 'hidden'
      const { left, top } = canvas.getBoundingClientRect()
      const view = canvas.querySelector('.react-flow__viewport')
      const { a, e, f } = new DOMMatrixReadOnly(view ? getComputedStyle(view).transform : '')
      return { x: left + e, y: top + f, zoom: a }
    })
    expect(place.zoom, 'the flow is shown at 100 %').toBe(1)
    return this.page.screenshot({ clip: { x: place.x + left, y: place.y + top, width, height } })
  }

  /** The share of pixels that differ by more than what letters and curves lose at their edges. */
  difference(one: Buffer, other: Buffer): Promise<number> {
    return this.page.evaluate(
      async ([one, other]) => {
        const pixelsOf = async (picture: string) => {
          const image = new Image()
          image.src = `data:image/png;base64,${picture}`
          await image.decode()
          const canvas = new OffscreenCanvas(image.width, image.height)
          const pen = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
          pen.drawImage(image, 0, 0)
          return pen.getImageData(0, 0, image.width, image.height)
        }
        const [a, b] = [await pixelsOf(one), await pixelsOf(other)]
        if (a.width !== b.width || a.height !== b.height)
          throw new Error(`${a.width} × ${a.height} is not ${b.width} × ${b.height}`)
        let different = 0
        for (let at = 0; at < a.data.length; at += 4) {
          const by = [0, 1, 2].map((channel) => Math.abs((a.data[at + channel] ?? 0) - (b.data[at + channel] ?? 0)))
          if (Math.max(...by) > 48) different += 1
        }
        return different / (a.data.length / 4)
      },
      [one.toString('base64'), other.toString('base64')] as const,
    )
  }
}

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Which part of the flow an exported SVG shows. */
export function boxOf(svg: string): Box {
  const [left = 0, top = 0, width = 0, height = 0] = (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? '').split(' ').map(Number)
  return { left, top, width, height }
}

async function saved(download: Download): Promise<{ name: string; content: Buffer }> {
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
}
