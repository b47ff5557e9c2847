import { readFileSync } from 'node:fs'
import { TEMPLATES, USERS_PROPERTY } from '@plimsoll/catalog'
import { createEventSimulation } from '@plimsoll/event-engine'
import { applyChange, type Flow, type FlowNode, instantiateTemplate, parseFlow } from '@plimsoll/flow'
import { changeFor, type Finding, findings, NO_MEASURES } from '@plimsoll/simulation'
import { describe, expect, it } from 'vitest'
import { sized } from '../../../tooling/lib/test-size.ts'

const USERS = 2000
const MOST_PROPOSALS = 8
const SEED = 1
/** What a new user waits for before each of them. */
const WAIT_MS = 15_000

/** What holds requests up; other findings speak of risks. */
const HARMFUL: ReadonlySet<string> = new Set([
  'retry-storm',
  'full',
  'held-slots',
  'growing-queue',
  'scaling-bound',
  'breaker-open',
  'short-timeout',
  'amplification',
  'lagging-messages',
])

const MARKETPLACE = new URL('../../server/src/modules/demo/marketplace.flow.json', import.meta.url)

const isHarmful = ({ kind }: Finding) => HARMFUL.has(kind)

function template(id: string): Flow {
  const found = TEMPLATES.find((one) => one.id === id)
  if (!found) throw new Error(`No template ${id}`)
  let count = 0
  return instantiateTemplate(found, { origin: { x: 0, y: 0 }, makeId: () => `n${count++}` })
}

function marketplace(): Flow {
  const read = parseFlow(JSON.parse(readFileSync(MARKETPLACE, 'utf8')))
  if (!read.ok) throw new Error(JSON.stringify(read.faults))
  return read.flow
}

const withUsers = (flow: Flow): Flow => ({
  ...flow,
  nodes: flow.nodes.map((node) =>
    USERS_PROPERTY in node.data ? ({ ...node, data: { ...node.data, [USERS_PROPERTY]: USERS } } as FlowNode) : node,
  ),
})

/** Does what the diagnosis proposes first, until it proposes nothing more. Says what was done and how it ended. */
function repair(drawn: Flow) {
  let flow = withUsers(drawn)
  const run = createEventSimulation({ flow, seed: SEED })
  const done: string[] = []
  while (true) {
    while (run.advance(Math.ceil((run.timeMs + 1) / WAIT_MS) * WAIT_MS, { events: 1e6 }) === 'budget');
    const harmful = findings(flow, run.measures() ?? NO_MEASURES).filter(isHarmful)
    const proposed = harmful.find(({ changes }) => changes.length > 0)
    const change = proposed && changeFor(proposed)
    if (!change || done.length === MOST_PROPOSALS) {
      return { done, left: harmful.map(({ sentence }) => sentence), figures: run.snapshot().windows.last10s }
    }
    done.push(proposed.sentence)
    flow = applyChange(flow, change)
    run.apply(flow)
  }
}

describe('who does what the diagnosis proposes', () => {
  const templates = TEMPLATES.map(({ id }) => [id, template(id)] as const)
  const flows = () => sized({ small: templates, full: [...templates, ['marketplace', marketplace()] as const] })
  it.each(flows())('[RUN-524] [RUN-525] repairs %s at 2,000 users of each client', (_, flow) => {
    const { done, left, figures } = repair(flow)
    expect(left, done.join('\n')).toEqual([])
    expect(figures.completed).toBeGreaterThan(0.99 * figures.offered)
    expect(figures.failed).toBeLessThan(0.01 * figures.offered)
  })
})
