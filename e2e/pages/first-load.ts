import type { Page, Request } from '@playwright/test'

/** A script as the server sent it, compressed; in bytes. */
interface Script {
  readonly name: string
  readonly size: number
}

/** The scripts that a screen fetches by itself, until it has fetched the `last` and is at rest, and nobody has touched it. */
export async function scriptsOf(page: Page, path: string, last = /\.js$/): Promise<Script[]> {
  const scripts: Promise<Script>[] = []
  const take = (request: Request) => {
    const name = new URL(request.url()).pathname
    if (name.endsWith('.js')) scripts.push(request.sizes().then((sizes) => ({ name, size: sizes.responseBodySize })))
  }
  // What an earlier screen has fetched counts for this one too.
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.setCacheDisabled', { cacheDisabled: true })
  page.on('requestfinished', take)
  const hasFetchedLast = page.waitForEvent('requestfinished', (request) => last.test(request.url()))
  await page.goto(path)
  // A slow machine is idle on the network while it still works on the first script: only then come the screen's own.
  await page.getByRole('main').getByRole('heading').first().waitFor()
  await hasFetchedLast
  await page.waitForLoadState('networkidle')
  page.off('requestfinished', take)
  return Promise.all(scripts)
}

/** Those of the scripts that the page itself names, before any of them has run. */
export async function namedInPage(page: Page, path: string, scripts: readonly Script[]): Promise<Script[]> {
  const html = await (await page.request.get(path)).text()
  return scripts.filter(({ name }) => html.includes(`"${name}"`))
}

/** Says which screen is over its budget; empty when it is not. Kilobytes of 1000 bytes. */
export function overBudget(screen: string, scripts: readonly Script[], kilobytes: number): string[] {
  const bytes = scripts.reduce((sum, { size }) => sum + size, 0)
  const over = bytes - kilobytes * 1000
  if (over <= 0) return []
  const largest = scripts.toSorted((a, b) => b.size - a.size).slice(0, 6)
  const names = largest.map(({ name, size }) => `${name.replace(/^.*\//, '')} ${kB(size)}`)
  return [`${screen}: ${kB(bytes)} of scripts, ${kB(over)} over its ${kilobytes} kB; the largest: ${names.join(', ')}`]
}

const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`
