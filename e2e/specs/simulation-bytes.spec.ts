import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { TEMPLATES } from '@plimsoll/catalog'
import { type Flow, instantiateTemplate } from '@plimsoll/flow'
import { createLiveSimulation } from '../../packages/live-engine/src/index.ts'
import { type HistoryPoint, mostDotsOf } from '../../packages/simulation/src/index.ts'
import { sized } from '../../tooling/lib/test-size.ts'
import { expect, test } from '../fixtures/test.ts'
import { TICKS } from '../pages/flows.ts'
import { SimulationPanel } from '../pages/simulation.page.ts'
import { openSystem } from '../pages/systems.ts'

const TICK_COUNT = sized({ small: 100, full: 600 })
const SEED = 77

function templateFlow(index: number): Flow {
  const template = TEMPLATES[index]
  if (template === undefined) throw new Error(`There is no template ${index}.`)
  let made = 0
  return { ...instantiateTemplate(template, { origin: { x: 0, y: 0 }, makeId: () => `part-${made++}` }), ...TICKS }
}

/** With ten times the users, who come by chance: everything that can go wrong does. */
function drowned({ nodes, ...rest }: Flow): Flow {
  const crowd = { concurrentUsers: 4000, requestPattern: 'Random' }
  const flooded = nodes.map((node) => (node.type === 'Client' ? { ...node, data: { ...node.data, ...crowd } } : node))
  return { ...rest, nodes: flooded as Flow['nodes'] }
}

const FLOWS: Readonly<Record<string, Flow>> = {
  'three tiers': templateFlow(0),
  'another template': templateFlow(1),
  'a system that cannot cope': drowned(templateFlow(0)),
}

/** The bytes of every snapshot of all steps, hashed one after the other, and the history: what the worker is to come to. */
function stepInNode(flow: Flow) {
  const run = createLiveSimulation({ flow, seed: SEED })
  const hash = createHash('sha256')
  run.watch({ speed: 1, most: mostDotsOf(flow.simulation) })
  for (let tick = 1; tick <= TICK_COUNT; tick += 1) {
    run.advance(tick * run.stepMs, { events: Number.POSITIVE_INFINITY })
    const { nodes, edges, ...figures } = run.snapshot()
    hash.update(`${JSON.stringify(figures)}\n`)
  }
  return { hash: hash.digest('hex'), history: JSON.stringify(run.history()) }
}

/** Runs the flow step by step in a worker of the app, opened by the page itself. */
function stepInWorker(page: Page, given: { url: string; flow: Flow; seed: number; ticks: number }) {
  return page.evaluate(async ({ url, flow, seed, ticks }) => {
    const worker = new Worker(url, { type: 'module' })
    const lines: string[] = []
    let history: HistoryPoint[] = []
    worker.postMessage({ type: 'start', flow, seed, speed: 1 })
    worker.postMessage({ type: 'pause' })
    let after = 0
    await new Promise<void>((resolve, reject) => {
      worker.onerror = ({ message }) => reject(new Error(message))
      worker.onmessage = ({ data }) => {
        if (data.type !== 'tick') reject(new Error(data.reason))
        after = data.figures.elapsedTime
        lines.push(`${JSON.stringify(data.figures)}\n`)
        if (data.history) history = [...history.slice(0, data.history.kept), ...data.history.points]
        if (lines.length === ticks) resolve()
        else worker.postMessage({ type: 'step', after })
      }
      worker.postMessage({ type: 'step', after })
    })
    worker.terminate()
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(lines.join('')))
    const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
    return { after, hash, history: JSON.stringify(history) }
  }, given)
}

test.describe(() => {
  test.slow()
  test(`[SIM-5] [RUN-77] gives the same bytes in the browser's worker as in Node, over ${TICK_COUNT} ticks of three systems`, async ({
    signedIn,
    api,
  }) => {
    const panel = new SimulationPanel(signedIn)
    await openSystem(signedIn, api, 'calm')
    await panel.command('Start').click()
    await panel.waitForMore('Elapsed time', 0)
    const url = signedIn.workers()[0]?.url() ?? ''
    await panel.command('Reset').click()

    const hashes = new Set<string>()
    for (const [name, flow] of Object.entries(FLOWS)) {
      const { after, hash, history } = await stepInWorker(signedIn, { url, flow, seed: SEED, ticks: TICK_COUNT })
      expect(after, name).toBe(TICK_COUNT * 100)
      expect({ hash, history }, name).toEqual(stepInNode(flow))
      expect(JSON.parse(history), name).toHaveLength(TICK_COUNT / 10)
      hashes.add(hash)
    }
    expect(hashes.size).toBe(3)
  })
})
