import { describe, expect, it } from 'vitest'
import { runModel } from '../src/engine/run-model.ts'
import { Bench } from './cases/bench.ts'
import { type Diagram, link, users, workers } from './cases/diagram.ts'
import { brokenLaws, type Ran } from './laws.ts'

const chain: Diagram = {
  nodes: [users(30), workers('a', 2, 40), workers('b', 1, 20)],
  edges: [link('c', 'a'), link('a', 'b')],
}
const modelOf = (diagram: Diagram) => new Bench({}, 'sparse').model(diagram)
const model = modelOf(chain)
const outcome = runModel(model, { seed: 5, durationMs: 300_000, warmUpMs: 30_000 })

const lawsBroken = (ran: Ran) => brokenLaws(ran).map(({ law }) => law)
const withNode = (changes: object) => ({
  model,
  outcome: { ...outcome, nodes: outcome.nodes.map((node, index) => (index === 1 ? { ...node, ...changes } : node)) },
})

describe('the laws of operational analysis', () => {
  it('[VER-8] are kept by a run, whatever the calls hold', () => {
    expect(brokenLaws({ model, outcome })).toEqual([])
    const held = modelOf({ ...chain, settings: { callStyle: 'synchronous' } })
    const run = runModel(held, { seed: 6, durationMs: 300_000, warmUpMs: 0 })
    expect(brokenLaws({ model: held, outcome: run })).toEqual([])
  })

  it.each(['Worker Pool', 'Multi-Threaded'])(
    '[SIM-341] [SIM-879] [VER-8] are kept where calls are given up at a %s',
    (concurrencyModel) => {
      const nodes = [users(60), workers('a', 2, 40, { concurrencyModel })]
      const edges = [link('c', 'a', { timeout: 60 })]
      const given = modelOf({ nodes, edges, settings: { cancelOnTimeout: true } })
      const run = runModel(given, { seed: 7, durationMs: 300_000, warmUpMs: 0 })
      expect(brokenLaws({ model: given, outcome: run }, { little: 0.005, utilisation: 0.002 })).toEqual([])
      const [, node] = run.nodes
      // What nobody waits for any more is not worked on: the time at work is that of the visits.
      expect(node?.failed).toBeGreaterThan(1000)
      expect(((node?.completed ?? 0) + (node?.failed ?? 0)) * (node?.serviceMs ?? 0)).toBeCloseTo(
        (node?.meanWorking ?? 0) * run.measuredMs,
        -2,
      )
    },
  )

  it('[VER-8] tell a request that is lost or made, and one that failed for no reason', () => {
    const { requests } = outcome
    const lost = { ...outcome, requests: { ...requests, completed: requests.completed - 1 } }
    expect(lawsBroken({ model, outcome: lost })).toContain('requests')
    const unexplained = { ...requests, failed: 1, completed: requests.completed - 1 }
    expect(lawsBroken({ model, outcome: { ...outcome, requests: unexplained } })).toContain('requests')
  })

  it('[VER-8] tell visits that do not balance, stays and busy times that do not fit', () => {
    const [, node] = outcome.nodes
    if (node === undefined) throw new Error('Nothing was measured.')
    expect(lawsBroken(withNode({ arrived: node.arrived + 100 }))).toEqual(['flow'])
    expect(lawsBroken(withNode({ meanInSystem: node.meanInSystem * 1.1 }))).toEqual(['little'])
    expect(lawsBroken(withNode({ meanWorking: node.meanWorking + 0.1 }))).toEqual(['utilisation'])
  })
})
