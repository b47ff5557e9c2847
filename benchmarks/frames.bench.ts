import type { Page } from '@playwright/test'
import { startCanvasPages } from './canvas-pages.ts'
import { loadedLayers, loadedMarketplace } from './loaded-flows.ts'
import { whileRunning } from './running.ts'

/** By then all has opened that a run opens, and the browser has compiled what it runs. */
const SETTLED_MS = 8000
const MEASURED_MS = 10_000

/**
 * What a run at 1× costs the page on a screen of 60 frames a second: processor time of its main thread in a frame, its share of all
 * time, and the frames in a second. What else the machine does takes frames away, and makes each of the others dearer; the share stays.
 */
export async function bench(): Promise<Record<string, number>> {
  const pages = await startCanvasPages({ frames: 'screen' })
  const figures: Record<string, number> = {}
  try {
    for (const [size, flow] of Object.entries({ 30: loadedMarketplace(), 500: loadedLayers() })) {
      const page = await pages.openSaved(`Loaded ${size}`, flow)
      const frames = await whileRunning(page, () => framesOf(page))
      for (const [name, figure] of Object.entries(frames)) figures[`frames.${size}.${name}`] = figure
      await page.close()
    }
  } finally {
    await pages.close()
  }
  return figures
}

async function framesOf(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const processorMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
  }
  await page.waitForTimeout(SETTLED_MS)
  const before = await processorMs()
  const times = await page.evaluate(frameTimes, MEASURED_MS)
  const took = (await processorMs()) - before
  const gaps = times.slice(1).map((time, at) => time - (times[at] ?? time))
  const longest = gaps.toSorted((a, b) => b - a)
  const measuredMs = gaps.reduce((sum, gap) => sum + gap, 0)
  return {
    processorMs: took / gaps.length,
    processorShare: took / measuredMs,
    perSecond: (1000 * gaps.length) / measuredMs,
    p99Ms: longest[Math.floor(gaps.length / 100)] ?? Number.NaN,
  }
}

/** Runs in the page. */
async function frameTimes(forMs: number): Promise<number[]> {
  const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
  const first = await nextFrame()
  const times = [first]
  for (let time = first; time < first + forMs; times.push(time)) time = await nextFrame()
  return times
}
