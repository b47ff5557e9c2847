import { TEMPLATES } from '@plimsoll/catalog'
import { type Flow, instantiateTemplate } from '@plimsoll/flow'
import { createReplicator, DEFAULT_SETTINGS } from '../../packages/event-engine/src/index.ts'
import { expect, test } from '../fixtures/test.ts'
import { serveSources, sourceUrl } from '../pages/sources.ts'

const SETTINGS = { ...DEFAULT_SETTINGS, durationMs: 5000, warmUpMs: 500 }
const WORKER = `
import { createReplicator } from '${sourceUrl('packages/event-engine/src/index.ts')}'
onmessage = ({ data: { task, replication } }) => postMessage(JSON.stringify(createReplicator(task)(replication)))
`

const FLOWS: readonly Flow[] = TEMPLATES.map((template) => {
  let made = 0
  return instantiateTemplate(template, { origin: { x: 0, y: 0 }, makeId: () => `part-${made++}` })
})

test('[SIM-325] the event engine measures the same bytes in a worker of the browser as in Node', async ({ page }) => {
  test.slow()
  await serveSources(page, { 'events.worker.js': WORKER })
  await page.goto('/')
  for (const [index, flow] of FLOWS.entries()) {
    const given = { task: { flow, settings: SETTINGS }, replication: { seed: 40 + index, trace: [1, 2, 3] } }
    const measured = await page.evaluate(
      ({ url, ...data }) =>
        new Promise<string>((resolve, reject) => {
          const worker = new Worker(url, { type: 'module' })
          worker.onerror = (event) => reject(new Error(event.message || 'The worker could not be loaded.'))
          worker.onmessage = ({ data: outcome }) => {
            worker.terminate()
            resolve(outcome)
          }
          worker.postMessage(data)
        }),
      { url: sourceUrl('events.worker.js'), ...given },
    )
    expect(JSON.parse(measured).requests.completed).toBeGreaterThan(100)
    expect(measured).toBe(JSON.stringify(createReplicator(given.task)(given.replication)))
  }
})
