import type { Locator, Page } from '@playwright/test'

const COMMANDS = ['Start', 'Pause', 'Resume', 'Step', 'Reset'] as const

export type Command = (typeof COMMANDS)[number]

/** What is painted on the dots' canvas: how many pixels, their middle on the screen, and a text that differs when any pixel does. */
export interface Painted {
  readonly pixels: number
  readonly x: number
  readonly y: number
  readonly print: string
}

/** The Simulation Panel of the flow editor, and the dots on the canvas. */
export class SimulationPanel {
  readonly page: Page
  readonly root: Locator
  readonly status: Locator
  readonly notice: Locator
  readonly dots: Locator
  readonly seed: Locator
  readonly toEnd: Locator

  constructor(page: Page) {
    this.page = page
    // Not by its role: among the elements of a large flow that takes a tenth of a second, which would count as the page's own.
    this.root = page.locator('section[aria-label="Simulation Panel"]')
    this.status = this.root.getByRole('status')
    this.notice = this.root.getByRole('alert')
    this.dots = page.getByTestId('dots')
    this.seed = this.root.getByLabel('seed', { exact: true })
    this.toEnd = this.root.getByRole('button', { name: 'To the end', exact: true })
  }

  command(name: Command): Locator {
    return this.root.getByRole('button', { name, exact: true })
  }

  async offered(): Promise<string[]> {
    const visible = await Promise.all(COMMANDS.map((name) => this.command(name).isVisible()))
    return COMMANDS.filter((_, index) => visible[index])
  }

  /** How long it takes from a press on a command until the state is told, in ms of the page's own clock. */
  async answerTime(name: Command, becomes: string): Promise<number> {
    const button = await this.command(name).elementHandle()
    return this.status.evaluate(
      (status, { button, becomes }) =>
        new Promise<number>((resolve) => {
          const began = performance.now()
          const look = () => {
            if (status.textContent === becomes) requestAnimationFrame(() => resolve(performance.now() - began))
            else setTimeout(look)
          }
          ;(button as HTMLElement | null)?.click()
          look()
        }),
      { button, becomes },
    )
  }

  /** A choice of the open panel, `20×`. */
  speed(name: string): Locator {
    return this.root.getByRole('radio', { name, exact: true })
  }

  engine(name: 'Queueing' | 'Ticks'): Locator {
    return this.root.getByRole('radiogroup', { name: 'Engine' }).getByRole('radio', { name, exact: true })
  }

  figure(name: string): Locator {
    return this.root.locator('dl > div', { has: this.page.getByText(name, { exact: true }) }).locator('dd')
  }

  /** Every figure as it reads, by its name. */
  figures(): Promise<Record<string, string>> {
    return this.root
      .locator('dl > div:has(> .figure)')
      .evaluateAll((rows) =>
        Object.fromEntries(
          rows.map((row) => [row.querySelector('dt')?.textContent ?? '', row.querySelector('dd')?.textContent ?? '']),
        ),
      )
  }

  /** A figure of the last ten seconds, and since Start. */
  windowFigure(name: string, since: 'last10s' | 'start'): Locator {
    return this.figure(name).nth(since === 'last10s' ? 0 : 1)
  }

  async value(name: string): Promise<number> {
    return Number.parseFloat((await this.figure(name).innerText()).replaceAll(',', ''))
  }

  /** Simulated time, in seconds. */
  async secondsElapsed(): Promise<number> {
    const parts = (await this.figure('Elapsed time').innerText()).replaceAll(',', '').match(/[\d.]+/g) ?? []
    return parts.reduce((sum, part) => sum * 60 + Number(part), 0)
  }

  /** Resolves when more simulated seconds have gone by than so many, and gives how many. */
  waitForSeconds(than: number): Promise<number> {
    return this.waitForMore('Elapsed time', than)
  }

  /** Resolves when a figure has passed a value, times in seconds, and gives the first that was seen beyond it. */
  async waitForMore(name: string, than: number, timeout = 30_000): Promise<number> {
    const passed = await this.figure(name).evaluate(
      (figure, { than, timeout }) =>
        new Promise<number | null>((resolve) => {
          const deadline = performance.now() + timeout
          const look = () => {
            const parts = (figure.textContent ?? '').replaceAll(',', '').match(/[\d.]+/g) ?? []
            const value = parts.reduce((sum, part) => sum * 60 + Number(part), 0)
            if (value > than) resolve(value)
            else if (performance.now() > deadline) resolve(null)
            else setTimeout(look, 50)
          }
          look()
        }),
      { than, timeout },
    )
    if (passed === null) throw new Error(`${name} did not pass ${than} in ${timeout} ms.`)
    return passed
  }

  /** How often any text of the figures changes within a time. */
  changesWithin(ms: number): Promise<number> {
    return this.root.locator('dl').evaluate(
      (list, duration) =>
        new Promise<number>((resolve) => {
          let changes = 0
          const observer = new MutationObserver((records) => {
            changes += records.length
          })
          observer.observe(list, { subtree: true, childList: true, characterData: true })
          setTimeout(() => {
            observer.disconnect()
            resolve(changes)
          }, duration)
        }),
      ms,
    )
  }

  section(title: string): Locator {
    return this.root.getByRole('region', { name: title })
  }

  bars(title: 'Utilization' | 'Bottlenecks'): Locator {
    return this.section(title).getByRole('listitem').getByRole('button')
  }

  painted(): Promise<Painted> {
    return this.dots.evaluate((element) => {
      const canvas = element as HTMLCanvasElement
      const context = canvas.getContext('2d')
      if (!context || canvas.width === 0) return { pixels: 0, x: 0, y: 0, print: '' }
      const colors = new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer)
      let [pixels, x, y, hash] = [0, 0, 0, 0]
      for (const [index, color] of colors.entries()) {
        if (color === 0) continue
        pixels += 1
        x += index % canvas.width
        y += Math.floor(index / canvas.width)
        hash = (Math.imul(hash, 31) + index * 7 + color) | 0
      }
      return { pixels, x: x / pixels, y: y / pixels, print: String(hash) }
    })
  }

  /** The same once nothing moves any more: a frame that was asked for before may still come. */
  async paintedAtRest(): Promise<Painted> {
    await this.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    return this.painted()
  }

  /** The colours that cover whole pixels, as #rrggbb. */
  paintedColors(): Promise<string[]> {
    return this.dots.evaluate((element) => {
      const canvas = element as HTMLCanvasElement
      const bytes = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
      const colors = new Set<string>()
      for (let i = 0; i < bytes.length; i += 4) {
        if (bytes[i + 3] !== 255) continue
        colors.add(`#${[0, 1, 2].map((part) => (bytes[i + part] ?? 0).toString(16).padStart(2, '0')).join('')}`)
      }
      return [...colors]
    })
  }

  /** A design token as #rrggbb. */
  token(name: string): Promise<string> {
    return this.page.evaluate((wanted) => {
      const context = document.createElement('canvas').getContext('2d')
      if (!context) return ''
      context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(wanted)
      return context.fillStyle
    }, name)
  }
}
