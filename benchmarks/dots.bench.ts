import type { Page } from '@playwright/test'
import { type CanvasPages, startCanvasPages } from './canvas-pages.ts'
import { frameTime } from './gestures.ts'
import { compare } from './harness.ts'
import { whileRunning } from './running.ts'

const SIZES = [100, 500]
const DOTS = 10_000
const FASTEST = '100×'
const FRAMES = 120

type Figures = Record<string, number>

/**
 * Mean frame times with 10,000 dots against those with none, at rest on a screen of 60 frames a second and while the view is panned as
 * fast as the browser draws; and those of the three-tier sample at its fastest, on the same screen.
 */
export async function bench(): Promise<Figures> {
  const atRest = await withPages('screen', async (pages) => ({
    ...(await compareDots(pages, { gesture: 'rest', measure: restingFrameTime })),
    ...(await sampleAtItsFastest(pages)),
  }))
  const panned = await withPages('unlimited', (pages) =>
    compareDots(pages, { gesture: 'pan', measure: (page) => frameTime(page, 'pan') }),
  )
  return { ...atRest, ...panned }
}

async function withPages(frames: 'screen' | 'unlimited', measure: (pages: CanvasPages) => Promise<Figures>) {
  const pages = await startCanvasPages({ frames })
  try {
    return await measure(pages)
  } finally {
    await pages.close()
  }
}

async function compareDots(
  pages: CanvasPages,
  { gesture, measure }: { gesture: string; measure: (page: Page) => Promise<number> },
): Promise<Figures> {
  const figures: Figures = {}
  for (const size of SIZES) {
    const many = await pages.openEditor(size, { dots: DOTS })
    const none = await pages.openEditor(size, { dots: 0 })
    const result = await compare({
      subject: () => whileRunning(many, () => measure(many)),
      baseline: () => whileRunning(none, () => measure(none)),
      rounds: 5,
      warmUpRounds: 1,
    })
    figures[`dots.${gesture}.${size}.toNone`] = result.ratio
    figures[`dots.${gesture}.${size}.ms`] = result.subjectMs
    figures[`dots.${gesture}.${size}.noneMs`] = result.baselineMs
    await many.close()
    await none.close()
  }
  return figures
}

async function sampleAtItsFastest(pages: CanvasPages): Promise<Figures> {
  const page = await pages.openSample()
  await page.getByRole('region', { name: 'Simulation Panel' }).getByRole('radio', { name: FASTEST }).check()
  const ms = await whileRunning(page, () => restingFrameTime(page))
  await page.close()
  return { 'dots.sample.fastest.ms': ms }
}

/** Mean time of a frame in which nobody touches the board, in ms. */
function restingFrameTime(page: Page): Promise<number> {
  return page.evaluate(async (frames) => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await nextFrame()
    const began = performance.now()
    for (let frame = 0; frame < frames; frame += 1) await nextFrame()
    return (performance.now() - began) / frames
  }, FRAMES)
}
