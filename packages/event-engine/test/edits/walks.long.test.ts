import type { Flow } from '@plimsoll/flow'
import { createRng } from '@plimsoll/simulation'
import { describe, expect, it } from 'vitest'
import { sized, timeLimit } from '../../../../tooling/lib/test-size.ts'
import { compile } from '../../src/compile/index.ts'
import { replay, startEditedRun } from '../../src/edited-run.ts'
import { ModelRun } from '../../src/engine/run-model.ts'
import type { Model } from '../../src/model.ts'
import { checkConservation } from '../../src/report/conservation.ts'
import { settings } from '../compile/rigs.ts'
import { anyEdit, anyFlow } from './any-edit.ts'
import { audit } from './audit.ts'

const FIRST_SEED = Number(process.env.TEST_SEED ?? 1) * 1000
const WALKS = sized({ small: 30, full: 200 })
const EDITS = 10

function modelOf(flow: Flow): Model {
  const compiled = compile(flow, settings(flow.simulation), { mayIdle: true })
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults))
  return compiled.model
}

function onlyFinite(key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`${key} is ${value}.`)
  return value
}

/** Takes a template through edits by chance, twice: what went wrong, and how many edits were not refused. */
function walk(seed: number): { readonly faults: readonly string[]; readonly applied: number } {
  const random = createRng(seed)
  const first = anyFlow(random)
  const started = startEditedRun({ flow: first, seed, durationMs: 4000 })
  if (!started.ok) throw new Error(JSON.stringify(started.faults))
  const { run } = started
  // The same once more, stopped at other times and looked into.
  const twin = new ModelRun(modelOf(first), { seed, horizonMs: 1e9 })
  const former: Flow[] = [first]
  const faults: string[] = []
  let flow = first
  for (let edit = 0; edit < EDITS; edit += 1) {
    const atMs = run.timeMs + random() * 800
    run.advance(atMs)
    twin.advance(run.timeMs + random() * (atMs - run.timeMs))
    twin.advance(atMs)
    faults.push(...audit(twin.run).map((fault) => `before edit ${edit}: ${fault}`))
    const next = anyEdit(flow, random, former)
    if (run.apply(next).length > 0) continue
    twin.apply(modelOf(next))
    faults.push(...audit(twin.run).map((fault) => `after edit ${edit}: ${fault}`))
    flow = next
    former.push(next)
  }
  run.advance(run.timeMs + 1500)
  twin.advance(run.timeMs)
  faults.push(...audit(twin.run).map((fault) => `at the end: ${fault}`))
  const outcome = run.outcome()
  checkConservation(outcome)
  const text = JSON.stringify(outcome, onlyFinite)
  const again = replay(JSON.parse(JSON.stringify(run.log())))
  if (!again.ok || JSON.stringify(again.run.outcome()) !== text) faults.push('a replay differs')
  if (JSON.stringify(twin.measure().requests) !== JSON.stringify(outcome.requests)) faults.push('the twin differs')
  return { faults, applied: former.length - 1 }
}

describe('edits by chance', () => {
  it('[SIM-472] [SIM-471] end each request once, keep every counter right, and happen again to the byte', {
    timeout: timeLimit(600_000),
  }, () => {
    const walks = Array.from({ length: WALKS }, (_, index) => ({
      seed: FIRST_SEED + index,
      ...walk(FIRST_SEED + index),
    }))
    expect(walks.filter(({ faults }) => faults.length > 0)).toEqual([])
    expect(walks.reduce((sum, { applied }) => sum + applied, 0)).toBeGreaterThan(WALKS * EDITS * 0.8)
  })
})
