import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Api } from '../fixtures/api.ts'
import { expect, test } from '../fixtures/test.ts'
import { expectAccess } from '../pages/access.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { readGif } from '../pages/gif.ts'
import { Overlays } from '../pages/overlays.page.ts'

const node = (id: string, type: string, x: number, data: object) => ({ id, type, position: { x, y: 0 }, data })
const BUSY = {
  nodes: [
    node('client', 'Client', 0, { label: 'Visitors', concurrentUsers: 900 }),
    node('server', 'Server', 420, { label: 'Shop' }),
  ],
  edges: [{ id: 'edge', type: 'http', source: 'client', target: 'server', data: {} }],
}

async function openDialog(page: Page, api: Api): Promise<EditorPage> {
  const flow = await api.createFlow({ name: 'Busy', ...BUSY })
  await EditorPage.openFlow(page, flow)
  const editor = new EditorPage(page)
  await expect(editor.nodes).toHaveCount(2)
  await showDialog(page)
  return editor
}

async function showDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Export animation …' }).click()
  await expect(page.getByRole('button', { name: 'Record' })).toBeEnabled()
}

async function record(page: Page, format: string, from = '0'): Promise<{ name: string; content: Buffer }> {
  await page.getByRole('radio', { name: format }).check()
  await page.getByLabel('Length').selectOption('5 s')
  await page.getByLabel('Size').selectOption('640 px, small')
  await page.getByLabel('Begins at, s').fill(from)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Record' }).click()
  const file = await download
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
}

/** Plays it on a page that forbids nothing: length and size, and how many pixels change from one time to another. */
async function play(page: Page, content: Buffer, type: string) {
  const player = await page.context().newPage()
  const seen = await player.evaluate(
    async ([file, type]) => {
      const video = document.createElement('video')
      const told = (name: string) =>
        new Promise((resolve, reject) => {
          video.addEventListener(name, resolve, { once: true })
          video.addEventListener('error', () => reject(new Error(video.error?.message)), { once: true })
        })
      const loaded = told('loadeddata')
      video.src = `data:${type};base64,${file}`
      await loaded
      const { videoWidth: width, videoHeight: height, duration } = video
      const pen = new OffscreenCanvas(width, height).getContext('2d') as OffscreenCanvasRenderingContext2D
      const pixelsAt = async (time: number) => {
        const shown = new Promise((resolve) => video.requestVideoFrameCallback(resolve))
        const sought = told('seeked')
        video.currentTime = time
        await Promise.all([sought, shown])
        pen.drawImage(video, 0, 0)
        return pen.getImageData(0, 0, width, height).data
      }
      const [begin, later, end] = [await pixelsAt(0.01), await pixelsAt(2), await pixelsAt(4.9)]
      const changed = (one: Uint8ClampedArray, other: Uint8ClampedArray) =>
        one.reduce((count, value, at) => (Math.abs(value - (other[at] ?? 0)) > 40 ? count + 1 : count), 0)
      return { width, height, duration, changes: [changed(begin, later), changed(later, end)] }
    },
    [content.toString('base64'), type] as const,
  )
  await player.close()
  return seen
}

for (const [format, type] of [
  ['WebM', 'video/webm'],
  ['MP4', 'video/mp4'],
] as const)
  test(`[EDT-840] [EDT-841] [EDT-845] a run is saved as ${format}, which plays`, async ({ signedIn, api }) => {
    const editor = await openDialog(signedIn, api)
    test.skip(await signedIn.getByRole('radio', { name: format }).isDisabled(), `this browser encodes no ${format}`)
    const { name, content } = await record(signedIn, format)
    expect(name).toBe(`Busy.${format.toLowerCase()}`)
    await expect(editor.toast(`Exported as Busy.${format.toLowerCase()}`)).toBeVisible()
    await expect(signedIn.getByRole('dialog')).toHaveCount(0)
    const { width, height, duration, changes } = await play(signedIn, content, type)
    expect(width).toBe(640)
    expect(height % 2).toBe(0)
    expect(duration).toBeCloseTo(5, 1)
    for (const change of changes) expect(change, 'dots move, and the water rises').toBeGreaterThan(200)
  })

test('[EDT-840] [EDT-841] [EDT-842] [EDT-846] [EDT-847] a GIF has its length, and is the same each time', async ({
  signedIn,
  api,
}) => {
  await openDialog(signedIn, api)
  const workers: string[] = []
  signedIn.on('worker', (worker) => workers.push(worker.url()))
  const { name, content } = await record(signedIn, 'GIF')
  expect(name).toBe('Busy.gif')
  expect(workers).toEqual([expect.stringMatching(/animation\.worker/)])
  const gif = readGif(content)
  expect(gif.width).toBe(640)
  expect(gif.frames).toHaveLength(63)
  expect(gif.durationMs).toBe(5040)
  // A frame in which nothing changes takes hardly more than its transparent rows.
  expect(gif.frames.slice(10).filter((bytes) => bytes > 400).length, 'frames in which something moves').toBeGreaterThan(
    50,
  )

  await showDialog(signedIn)
  const again = await record(signedIn, 'GIF')
  expect(again.content.equals(content), 'byte for byte').toBe(true)
  await showDialog(signedIn)
  const later = await record(signedIn, 'GIF', '20')
  expect(readGif(later.content).frames).toHaveLength(63)
  expect(later.content.equals(content)).toBe(false)
})

test('[EDT-843] without an encoder of the browser GIF alone is offered, and the dialog says why', async ({
  signedIn,
  api,
}) => {
  await signedIn.addInitScript(() => Reflect.deleteProperty(window, 'VideoEncoder'))
  await openDialog(signedIn, api)
  await expect(signedIn.getByRole('radio', { name: 'MP4' })).toBeDisabled()
  await expect(signedIn.getByRole('radio', { name: 'WebM' })).toBeDisabled()
  await expect(signedIn.getByRole('radio', { name: 'GIF' })).toBeChecked()
  await expect(signedIn.getByText('This browser has no encoder for it.')).toHaveCount(2)
  expect(readGif((await record(signedIn, 'GIF')).content).frames).toHaveLength(63)
})

test('[EDT-844] a recording that was stopped saves nothing @both', async ({ signedIn, api }) => {
  const flow = await api.createFlow({ name: 'Busy', ...BUSY })
  await EditorPage.openFlow(signedIn, flow)
  await signedIn.keyboard.press('Control+k')
  await expect(new Overlays(signedIn).commands).toBeFocused()
  await signedIn.keyboard.type('Export animation')
  await signedIn.keyboard.press('Enter')
  const button = signedIn.getByRole('button', { name: 'Record' })
  await expect(button).toBeEnabled()
  // The page below it is looked at elsewhere.
  await expectAccess(signedIn, { within: '[role=dialog]' })
  let saved = 0
  signedIn.on('download', () => {
    saved += 1
  })
  await signedIn.getByRole('radio', { name: 'GIF' }).check()
  await signedIn.getByLabel('Length').selectOption('30 s')
  await signedIn.getByLabel('Size').selectOption('1920 px, very large')
  const worker = signedIn.waitForEvent('worker')
  await button.click()
  const animation = await worker
  await expect(signedIn.getByRole('progressbar')).toBeVisible()
  const closed = animation.waitForEvent('close')
  await signedIn.getByRole('button', { name: 'Cancel' }).click()
  await closed
  await expect(signedIn.getByRole('dialog')).toHaveCount(0)
  expect(saved).toBe(0)
})
