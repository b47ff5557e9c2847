import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { everyKind, IGNORED, PropertiesPanel } from '../pages/properties.page.ts'

/** The hue of an edge, in degrees, and its width in px. */
const drawn = (line: Locator) =>
  line.locator('.react-flow__edge-path').evaluate((path) => {
    const { stroke, strokeWidth } = getComputedStyle(path)
    const [r = 0, g = 0, b = 0] = (stroke.match(/[\d.]+/g) ?? []).map(Number)
    return {
      hue: Math.round((Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI + 360) % 360,
      strokeWidth,
    }
  })

const RED = [345, 15] as const
const ORANGE = [20, 45] as const
const GREEN = [100, 170] as const

const isBetween = (hue: number, [from, to]: readonly [number, number]): boolean =>
  from < to ? hue >= from && hue <= to : hue >= from || hue <= to

test('[CAT-20] [EDT-17] [CAT-21] connections have the look of their kind and settings', async ({
  signedIn: page,
  api,
}) => {
  test.slow()
  await test.step('[CAT-20] [EDT-17] HTTP is orange, with TLS green, when slow red, and as wide as its bandwidth, in either scheme', async () => {
    const panel = await PropertiesPanel.openFlow(page, api, everyKind())
    const http = panel.edge('http')
    const isOf = async (hues: readonly [number, number]) => {
      await panel.letGo()
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme })
        await expect.poll(async () => isBetween((await drawn(http)).hue, hues), { message: colorScheme }).toBe(true)
      }
    }
    const set = async (section: string | RegExp, label: string, text: string) => {
      await panel.selectEdge('http')
      await panel.open(section)
      await panel.field(label).fill(text)
    }

    await isOf(ORANGE)
    await panel.selectEdge('http')
    await panel.open('Security')
    await panel.field('TLS').check()
    await isOf(GREEN)
    await set('Network', 'Latency', '300')
    await isOf(GREEN)
    await set('Network', 'Latency', '300.5')
    await isOf(RED)

    for (const [bandwidth, width] of [
      ['50', '1px'],
      ['125', '2.5px'],
      ['1000', '5px'],
    ] as const) {
      await set('Capacity', 'Bandwidth', bandwidth)
      expect((await drawn(http)).strokeWidth, `${bandwidth} Mbps`).toBe(width)
    }
    await set(IGNORED, 'Line width', '9')
    expect((await drawn(http)).strokeWidth).toBe('5px')
  })

  await test.step('[CAT-21] [EDT-17] other connections are as wide as they are set to be', async () => {
    const panel = await PropertiesPanel.openFlow(page, api, everyKind())
    await panel.selectEdge('grpc')
    await panel.open(IGNORED)
    await expect.poll(() => drawn(panel.edge('grpc'))).toMatchObject({ strokeWidth: '2px' })
    await panel.field('Line width').fill('7.5')
    await expect.poll(() => drawn(panel.edge('grpc'))).toMatchObject({ strokeWidth: '7.5px' })
  })
})
