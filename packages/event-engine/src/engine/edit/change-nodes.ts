import type { NodeModel } from '../../model.ts'
import { nodeOf } from '../calls.ts'
import { planHealthChecks } from '../control.ts'
import type { Run } from '../run.ts'
import type { RunningNode, RunningStep } from '../running-node.ts'
import { callersIn } from './callers.ts'
import { kept } from './kept.ts'
import type { Gone, Matched } from './match-parts.ts'

type Program = RunningNode['program']

/** Lets the nodes of a run follow their models: the next choice of way is by their new steps. */
export function changeNodes(run: Run, { model, present }: Matched, gone: Gone): void {
  const before = new Map<number, Program>()
  for (const [index, position] of present.nodes.entries()) {
    const node = run.nodes[position]!
    const { health } = node.model
    const isNew = node.model === model.nodes[index]
    const next = kept(node.model, model.nodes[index]!)
    if (next !== node.model) {
      before.set(position, node.program)
      node.follow(next, run.links)
    }
    if (isNew || next.health !== health) planHealthChecks(run, node)
  }
  for (const position of gone.nodes) {
    const node = run.nodes[position]!
    node.follow({ ...node.model, ...NOTHING }, run.links)
    node.sessions.clear()
  }
  for (const node of run.nodes) for (const step of node.program.flat()) step.weigh()
  keepSteps(run, before)
}

/** What a node does that is gone. */
const NOTHING: Pick<NodeModel, 'stationOf' | 'program' | 'items' | 'health' | 'ejection'> = {
  stationOf: [null, null, null, null],
  program: [[], [], [], []],
  items: null,
  health: null,
  ejection: null,
}

/** Visits that wait for a call go on behind the same step, wherever it is now. */
function keepSteps(run: Run, before: ReadonlyMap<number, Program>): void {
  if (before.size === 0) return
  const { records } = run
  for (const record of callersIn(run)) {
    const node = nodeOf(run, record)
    const requestClass = records.classOf(record)
    const steps = before.get(node.index)?.[requestClass]
    if (steps !== undefined)
      records.setStep(record, stepAfter(steps, node.program[requestClass]!, records.stepOf(record)))
  }
}

/** Where a step is now; if it is gone, where the last one before it is. */
function stepAfter(before: readonly RunningStep[], now: readonly RunningStep[], step: number): number {
  for (let index = Math.min(step, before.length - 1); index >= 0; index -= 1) {
    const { links } = before[index]!
    const found = now.findIndex((other) => other.links.some((link) => links.includes(link)))
    if (found >= 0) return found
  }
  return 0
}
