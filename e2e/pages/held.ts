import type { CDPSession, Page } from '@playwright/test'

/** What a page holds, after everything that it let go of was collected. */
export interface Held {
  readonly heapMB: number
  readonly nodes: number
  readonly listeners: number
  readonly documents: number
}

/** A session that can be asked what the page holds. */
export async function devToolsOf(page: Page): Promise<CDPSession> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('HeapProfiler.enable')
  await devTools.send('Performance.enable')
  return devTools
}

export async function held(devTools: CDPSession): Promise<Held> {
  for (let round = 0; round < 2; round += 1) await devTools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devTools.send('Performance.getMetrics')
  const read = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return {
    heapMB: read('JSHeapUsedSize') / 1e6,
    nodes: read('Nodes'),
    listeners: read('JSEventListeners'),
    documents: read('Documents'),
  }
}

/** Notes tasks of the page's own thread that take over 50 ms, from now on; each call gives those since the last, in ms. */
export async function watchTasks(page: Page): Promise<() => Promise<number[]>> {
  const tasks = await page.evaluateHandle(() => {
    const found: number[] = []
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) found.push(Math.round(duration))
    }).observe({ entryTypes: ['longtask'] })
    return found
  })
  return () => tasks.evaluate((found) => found.splice(0))
}
