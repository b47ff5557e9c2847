import { makesRequests } from '@plimsoll/catalog'
import { countedOf } from '@plimsoll/experiments'
import { measureLive, runReport } from '@plimsoll/live-engine'
import { createRunHistory } from '@plimsoll/simulation'
import type { Simulated, Simulation } from '../simulated.ts'
import { toJson, toTable } from './data.ts'
import { toPage } from './page.ts'
import { summarize } from './summary.ts'
import { toText } from './text.ts'

/** Runs the live engine once for each replication; the report is of the first. */
export async function simulateLive({ named, plan, tell }: Simulation): Promise<Simulated> {
  const { name, flow } = named
  const { replications, seed, objectives, settings } = plan
  const timing = { durationMs: settings.durationMs, warmUpMs: settings.warmUpMs }
  const history = createRunHistory()
  const runs = Array.from({ length: replications }, (_, index) => {
    const onTick = index === 0 ? { onTick: history.note } : {}
    const run = measureLive({ flow, ...timing, seed: seed + index, ...onTick })
    tell(`${countedOf(index + 1, replications, 'run')} simulated`)
    return run
  })
  const [first] = runs
  if (first === undefined) throw new Error('There is no replication.')
  const report = runReport({ name, flow, snapshot: first.last, history: history.points() })
  const summary = summarize(runs, { flow, objectives })
  const view = { named, options: timing, summary }
  return {
    endedEarly: null,
    isCut: false,
    isEmpty: summary.completed + summary.failed === 0 && flow.nodes.some(({ type }) => makesRequests(type)),
    runs: { durationMs: settings.durationMs, replications },
    objectives: summary.verdicts,
    page: () => toPage(view, report),
    write: {
      text: () => toText(view),
      json: () => toJson(report, summary),
      csv: () => toTable(report, summary),
    },
  }
}
