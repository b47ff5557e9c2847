import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Flow } from '@plimsoll/flow'
import { type CanvasPages, startCanvasPages } from './canvas-pages.ts'
import { documentOf, savedFlow } from './event-flows.ts'
import { compare, timed } from './harness.ts'

const PLIMSOLL = join(import.meta.dirname, '..', 'node_modules', '.bin', 'plimsoll')
const FLOW = 'three-tier'
const ROUNDS = Number(process.env.SWEEP_ROUNDS ?? 3)
/** Of the first property; each with twenty values of the second. */
const FIRST = Number(process.env.SWEEP_FIRST ?? 10)

/**
 * A sweep of 200 points of the three-tier template as it is saved, each one replication of 60 s, in the page and by the terminal's
 * command in turns: how long each takes by the clock, their ratio, and the longest task of the page while it sweeps and shows the answer.
 */
export async function bench(): Promise<Record<string, number>> {
  const folder = await mkdtemp(join(tmpdir(), 'plimsoll-sweep-'))
  const pages = await startCanvasPages({ frames: 'screen' })
  try {
    const { nodes, edges } = savedFlow(FLOW)
    const [server, database] = ['Server', 'Database'].map((type) => nodes.find((node) => node.type === type)?.id)
    const sweep = [`${server}.averageProcessingTime=11..${10 + FIRST}`, `${database}.maxConnections=105..200..5`]
    const simulation = { durationS: 60, replications: 1, sweep }
    const file = join(folder, 'three-tier.json')
    await writeFile(file, JSON.stringify({ name: FLOW, ...documentOf(nodes, edges), simulation }))
    const tasks: number[] = []
    let opened = 0
    const { ratio, subjectMs, baselineMs } = await compare({
      subject: async () => {
        opened += 1
        const shown = await sweepInPage(pages, `${FLOW} ${opened}`, { nodes, edges, simulation })
        tasks.push(...shown.tasks)
        return shown.ms
      },
      baseline: timed(() => promisify(execFile)(PLIMSOLL, ['sweep', file], { maxBuffer: 1e8 })),
      rounds: ROUNDS,
      warmUpRounds: 0,
    })
    return {
      'sweep.points': FIRST * 20,
      'sweep.pageToTerminal': ratio,
      'sweep.page.seconds': subjectMs / 1000,
      'sweep.terminal.seconds': baselineMs / 1000,
      'sweep.page.longestTaskMs': Math.max(0, ...tasks),
      'sweep.page.tasksAbove50ms': tasks.length,
    }
  } finally {
    await pages.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** How long it takes until the answer is on the screen, and each task above 50 ms meanwhile. */
async function sweepInPage(pages: CanvasPages, name: string, flow: Flow) {
  const page = await pages.openSaved(name, flow)
  await page.getByRole('tab', { name: 'Predict' }).click()
  const predict = page.getByRole('region', { name: 'Predict' })
  await predict.getByRole('button', { name: 'Try the values' }).waitFor()
  // All in the page: a question that Playwright asks of it again and again would be a task of its own.
  const found = await page.evaluate(
    ({ question, answer }) =>
      new Promise<{ ms: number; tasks: number[] }>((done) => {
        const tasks: number[] = []
        const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((one) => one.duration)))
        observer.observe({ type: 'longtask' })
        const began = performance.now()
        const ended = () => {
          const ms = performance.now() - began
          // What it costs to show the answer has been observed by then, too.
          setTimeout(() => done({ ms, tasks }), 1000)
        }
        new MutationObserver((_, changes) => {
          if (document.querySelector(answer) === null) return
          changes.disconnect()
          ended()
        }).observe(document.body, { childList: true, subtree: true })
        const buttons = [...document.querySelectorAll('button')]
        buttons.find(({ textContent }) => textContent === question)?.click()
      }),
    { question: 'Try the values', answer: 'section[aria-label="Values tried"]' },
  )
  await page.close()
  return found
}
