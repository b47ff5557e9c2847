import type { CDPSession, Page } from '@playwright/test'

/** What a page holds after garbage collection. */
export interface PageMemory {
  readonly heapMB: number
  readonly nodes: number
  readonly listeners: number
  readonly documents: number
}

/** A session of the developer tools that `pageMemory` needs. */
export async function devToolsOf(page: Page): Promise<CDPSession> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('HeapProfiler.enable')
  await devTools.send('Performance.enable')
  return devTools
}

export async function pageMemory(devTools: CDPSession): Promise<PageMemory> {
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

/** Records tasks of the main thread that take over 50 ms, from now on; each call returns those since the last one, in ms. */
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

/** Asks a worker of the page, the one that is open, for its heap after a collection; in MB. */
export async function workerHeapOf(page: Page): Promise<() => Promise<number>> {
  const devTools = await page.context().newCDPSession(page)
  const attached = new Promise<string>((resolve) => {
    devTools.on('Target.attachedToTarget', ({ sessionId }) => resolve(sessionId))
  })
  // Sessions of workers cannot be had but through the page's.
  await devTools.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false })
  const sessionId = await attached
  let asked = 0

  function ask(method: string): Promise<Record<string, unknown>> {
    asked += 1
    const id = asked
    const answer = new Promise<Record<string, unknown>>((resolve) => {
      const listen = ({ message }: { message: string }) => {
        const { id: answered, result } = JSON.parse(message)
        if (answered !== id) return
        devTools.off('Target.receivedMessageFromTarget', listen)
        resolve(result)
      }
      devTools.on('Target.receivedMessageFromTarget', listen)
    })
    return devTools
      .send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) })
      .then(() => answer)
  }

  return async () => {
    await ask('HeapProfiler.collectGarbage')
    const { usedSize } = await ask('Runtime.getHeapUsage')
    return Number(usedSize) / 1e6
  }
}
