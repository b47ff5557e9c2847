import { setTimeout as delay } from 'node:timers/promises'
import { isFullSize, promised, sized } from '../../tooling/lib/test-size.ts'
import { expect, test } from '../fixtures/test.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { devToolsOf, type PageMemory, pageMemory, watchTasks, workerHeapOf } from '../pages/page-memory.ts'
import { SimulationPanel } from '../pages/simulation.page.ts'
import { openBusySystem, openSystem } from '../pages/systems.ts'

const MINUTES = Number(process.env.LIVE_MINUTES ?? 30)
const LONGEST_TASK_MS = 200

/** What was found at a minute. */
interface Row extends PageMemory {
  readonly minute: number
  readonly rps: number
  readonly workerMB: number
  /** Of over 50 ms, since the minute before; in ms. */
  readonly tasks: readonly number[]
}

test('[REL-SI8] a run of 1,000 requests a second goes on without growing', async ({ signedIn, api }, testInfo) => {
  const minutes = isFullSize ? MINUTES : 0.1
  test.setTimeout(minutes * 60_000 + 180_000)
  const panel = new SimulationPanel(signedIn)
  await openBusySystem(signedIn, api)
  const devTools = await devToolsOf(signedIn)
  await panel.command('Start').click()
  await panel.waitForSeconds(3)
  const rounds = Math.max(2, Math.ceil(minutes))
  const takeTasks = await watchTasks(signedIn)
  const workerHeap = await workerHeapOf(signedIn)
  const rows: Row[] = []
  for (let round = 0; round <= rounds; round += 1) {
    if (round > 0) await delay((minutes * 60_000) / rounds)
    // Collecting garbage holds the page up by itself.
    const tasks = await takeTasks()
    const rps = await panel.value('Requests per second')
    const minute = (round * minutes) / rounds
    const row = { minute, rps, tasks, ...(await pageMemory(devTools)), workerMB: await workerHeap() }
    await takeTasks()
    rows.push(row)
    console.log(describe(row))
  }
  await expect(panel.status).toHaveText('Running')
  expect(await panel.secondsElapsed()).toBeGreaterThan(minutes * 60 * 0.5)

  const longest = Math.max(0, ...rows.flatMap(({ tasks }) => tasks))
  const settled = rows.filter(({ minute }) => minute >= Math.min(10, minutes / 3))
  const slope = slopeOf(settled.map(({ minute, heapMB }) => [minute / 60, heapMB]))
  const nodes = settled.map((row) => row.nodes)
  const description =
    `${minutes} min at ${rows.at(-1)?.rps} rps: heap ${rows[0]?.heapMB.toFixed(1)} → ${rows.at(-1)?.heapMB.toFixed(1)} MB` +
    ` (${slope.toFixed(2)} MB/h), the worker's ${rows[0]?.workerMB.toFixed(1)} → ${rows.at(-1)?.workerMB.toFixed(1)} MB, ${Math.min(...nodes)}–${Math.max(...nodes)} nodes, longest task ${longest} ms`
  testInfo.annotations.push({ type: 'measured', description })
  console.log(description)
  expect(longest, 'the longest task, in ms').toBeLessThan(promised(LONGEST_TASK_MS))
  expect(Math.max(...nodes) / Math.min(...nodes)).toBeLessThan(1.1)
  for (const part of ['heapMB', 'workerMB'] as const)
    expect((settled.at(-1)?.[part] ?? 0) - (settled[0]?.[part] ?? 0), part).toBeLessThan(sized({ small: 5, full: 3 }))
})

function describe({ minute, rps, heapMB, workerMB, nodes, listeners, tasks }: Row): string {
  const tooLong = tasks.filter((ms) => ms > LONGEST_TASK_MS).length
  return (
    `${minute.toFixed(1)} min: ${rps} rps, heap ${heapMB.toFixed(2)} MB and ${workerMB.toFixed(2)} MB in the worker, ` +
    `${nodes} nodes, ${listeners} listeners, ${tasks.length} long tasks, the longest ${Math.max(0, ...tasks)} ms, ` +
    `${tooLong} over ${LONGEST_TASK_MS} ms`
  )
}

/** Of the line through points by least squares. */
function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [mx, my] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))]
  const spread = points.reduce((sum, [x]) => sum + (x - mx) ** 2, 0)
  return spread === 0 ? 0 : points.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0) / spread
}

test('[REL-SI9] opening and leaving the editor leaves nothing behind', async ({ signedIn, api }, testInfo) => {
  const times = sized({ small: 6, full: 200 })
  test.setTimeout(60_000 + times * 15_000)
  const panel = new SimulationPanel(signedIn)
  await signedIn.addInitScript(countTimers)
  await openSystem(signedIn, api, 'calm')
  const editor = new EditorPage(signedIn)
  const devTools = await devToolsOf(signedIn)

  async function visit(): Promise<void> {
    await signedIn.getByRole('navigation').getByRole('link', { name: 'Flow Editor' }).click()
    await expect(editor.nodes).toHaveCount(3)
    await panel.command('Start').click()
    await panel.waitForMore('Elapsed time', 0)
    await leave()
  }
  async function leave(): Promise<void> {
    await signedIn.getByRole('navigation').getByRole('link', { name: 'Flow Library' }).click()
    await expect(signedIn.getByRole('article').first()).toBeVisible()
    await expect.poll(() => signedIn.workers().length).toBe(0)
  }
  const timers = () => signedIn.evaluate(() => Reflect.get(window, 'timersOpen')() as number)

  await leave()
  // What is fetched and kept once is there after the first visits.
  for (let visits = 0; visits < 3; visits += 1) await visit()
  const before = { ...(await pageMemory(devTools)), timers: await timers() }
  for (let visits = 0; visits < times; visits += 1) await visit()
  // A toast or a tooltip may still be on its way out.
  await expect.poll(timers).toBeLessThanOrEqual(before.timers)
  const after = await pageMemory(devTools)
  const description =
    `${times} visits with a run: ${before.nodes} → ${after.nodes} nodes, ${before.listeners} → ${after.listeners} listeners, ` +
    `${before.timers} → ${await timers()} timers, heap ${before.heapMB.toFixed(1)} → ${after.heapMB.toFixed(1)} MB, no worker`
  testInfo.annotations.push({ type: 'measured', description })
  console.log(description)
  expect(signedIn.workers()).toHaveLength(0)
  expect(after.listeners).toBeLessThanOrEqual(before.listeners + 5)
  expect(after.nodes).toBeLessThanOrEqual(before.nodes * 1.05 + 20)
  expect(after.documents).toBeLessThanOrEqual(before.documents)
})

/** Counts the intervals that are open in a page. Runs in it, before anything else. */
function countTimers(): void {
  const open = new Set<number>()
  const { setInterval: set, clearInterval: clear } = window
  window.setInterval = ((...args: Parameters<typeof set>) => {
    const id = set(...args) as unknown as number
    open.add(id)
    return id
  }) as typeof set
  window.clearInterval = (id) => {
    open.delete(id as number)
    clear(id)
  }
  Reflect.set(window, 'timersOpen', () => open.size)
}
