import { test as base, expect } from '@playwright/test'
import { watch } from '../fixtures/watch.ts'

const ORIGIN = 'http://house.test'
const POLICY =
  "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self' http://elsewhere.test; img-src data:"

/** Opens a page with this script, and gives the faults that are noticed in it. */
const test = base.extend<{ open: (script: string) => Promise<string[]> }>({
  open: async ({ context, page }, use) => {
    await use(async (script) => {
      const faults = await watch(context, ORIGIN)
      await context.route('**/*', (route) => {
        const { pathname, searchParams } = new URL(route.request().url())
        if (pathname === '/script.js')
          return route.fulfill({ contentType: 'text/javascript', body: searchParams.get('code') ?? script })
        const body = '<!doctype html><link rel="icon" href="data:,"><script src="/script.js"></script>'
        return route.fulfill({ contentType: 'text/html', headers: { 'content-security-policy': POLICY }, body })
      })
      await page.goto(ORIGIN)
      return faults
    })
  },
})

const inWorker = (code: string) => `new Worker('/script.js?code=' + encodeURIComponent(${JSON.stringify(code)}))`

const FAULTS: Record<string, { script: string; fault: RegExp }> = {
  'an uncaught error': { script: `throw new Error('overboard')`, fault: /^Uncaught: Error: overboard/ },
  'a rejected promise': { script: `Promise.reject(new Error('adrift'))`, fault: /^Uncaught: Error: adrift/ },
  'an error on the console': { script: `console.error('leaking')`, fault: /^Console: leaking/ },
  'an uncaught error in a worker': { script: inWorker(`throw new Error('below deck')`), fault: /below deck/ },
  'an error on the console of a worker': { script: inWorker(`console.error('bilge')`), fault: /^Console: bilge/ },
  'a breach of the policy': {
    script: `try { eval('1') } catch {}`,
    fault: /^Console: Content security policy: script-src/,
  },
  'a request to another origin': {
    script: `fetch('http://elsewhere.test/').catch(() => {})`,
    fault: /^Request to another origin: http:\/\/elsewhere\.test\//,
  },
}

for (const [title, { script, fault }] of Object.entries(FAULTS))
  test(`[OPS-23] notices ${title}`, async ({ open }) => {
    const faults = await open(script)
    await expect.poll(() => faults).toContainEqual(expect.stringMatching(fault))
  })

test('[OPS-23] has nothing to say about a page without faults', async ({ open, page }) => {
  const faults = await open(`console.log('calm'); fetch('/data')`)
  await page.waitForLoadState('networkidle')
  expect(faults).toEqual([])
})
