import type { CDPSession, Page } from '@playwright/test'

interface TraceEvent {
  readonly name: string
  readonly args: { readonly beginData?: { readonly partialLayout: boolean } }
}

/** What the browser lays out while something is done to the page, up to the frame after next: each time all of it, or parts by themselves. */
export async function layoutsDuring(page: Page, act: () => Promise<unknown>): Promise<('all' | 'parts')[]> {
  const devTools = await page.context().browser()?.newBrowserCDPSession()
  if (!devTools) throw new Error('The browser is not there any more.')
  const events = await traced(devTools, async () => {
    await act()
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  })
  await devTools.detach()
  return events.flatMap(({ name, args: { beginData } }) =>
    name === 'Layout' && beginData ? [beginData.partialLayout ? 'parts' : 'all'] : [],
  )
}

async function traced(devTools: CDPSession, act: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = []
  devTools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const complete = new Promise((resolve) => devTools.once('Tracing.tracingComplete', resolve))
  await devTools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline'] },
  })
  await act()
  await devTools.send('Tracing.end')
  await complete
  return events
}
