import { TEMPLATES } from '@plimsoll/catalog'
import { type Flow, instantiateTemplate } from '@plimsoll/flow'
import { createReplicator, DEFAULT_SETTINGS, toEnd } from '../../packages/event-engine/src/index.ts'
import { sized } from '../../tooling/lib/test-size.ts'
import { expect, test } from '../fixtures/test.ts'
import { serveSources, sourceUrl } from '../pages/sources.ts'

const SETTINGS = { ...DEFAULT_SETTINGS, durationMs: 5000, warmUpMs: 500 }
const WORKER = `
import { createReplicator, toEnd } from '${sourceUrl('packages/event-engine/src/index.ts')}'
onmessage = ({ data: { task, replication } }) => {
  postMessage(JSON.stringify(toEnd(createReplicator(task)(replication))))
}
`

/** Beside other tests two: each takes a second on either side. */
const FLOWS: readonly Flow[] = TEMPLATES.slice(0, sized({ small: 2, full: TEMPLATES.length })).map((template) => {
  let made = 0
  return instantiateTemplate(template, { origin: { x: 0, y: 0 }, makeId: () => `part-${made++}` })
})

test('[SIM-325] the event engine measures the same bytes in a worker of the browser as in Node', async ({ page }) => {
  test.slow()
  await serveSources(page, { 'events.worker.js': WORKER })
  await page.goto('/')
  const given = FLOWS.map((flow, index) => ({
    task: { flow, settings: SETTINGS, trace: 'slowest' as const },
    replication: { seed: 40 + index },
  }))
  // One worker for all: each would load and compile the engine anew.
  const measured = await page.evaluate(
    ({ url, given }) =>
      new Promise<string[]>((resolve, reject) => {
        const worker = new Worker(url, { type: 'module' })
        const outcomes: string[] = []
        worker.onerror = (event) => reject(new Error(event.message || 'The worker could not be loaded.'))
        worker.onmessage = ({ data: outcome }) => {
          if (outcomes.push(outcome) < given.length) return
          worker.terminate()
          resolve(outcomes)
        }
        for (const data of given) worker.postMessage(data)
      }),
    { url: sourceUrl('events.worker.js'), given },
  )
  expect(measured).toHaveLength(FLOWS.length)
  for (const [index, { task, replication }] of given.entries()) {
    const outcome = toEnd(createReplicator(task)(replication))
    expect(outcome.requests.completed).toBeGreaterThan(100)
    expect(outcome.traces).not.toHaveLength(0)
    expect(measured[index]).toBe(JSON.stringify(outcome))
  }
})
