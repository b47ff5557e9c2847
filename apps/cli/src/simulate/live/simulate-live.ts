import { makesRequests } from '@plimsoll/catalog'
import { countedOf } from '@plimsoll/experiments'
import { runReport } from '@plimsoll/live-engine'
import type { Simulated, Simulation } from '../simulated.ts'
import { toJson, toTable } from './data.ts'
import { runLive } from './live-thread.ts'
import { toPage } from './page.ts'
import { summarize } from './summary.ts'
import { toText } from './text.ts'

/** Runs the live engine once for each replication; the report is of the first. */
export async function simulateLive({ named, plan, tell }: Simulation): Promise<Simulated> {
  const { name, flow } = named
  const { replications, seed, objectives, settings } = plan
  const timing = { durationMs: settings.durationMs, warmUpMs: settings.warmUpMs }
  const task = { flow, ...timing, replications, seed }
  const done = await runLive(task, (count) => tell(`${countedOf(count, replications, 'run')} simulated`))
  const runs = done.map(({ run }) => run)
  const [first] = done
  if (first === undefined) throw new Error('There is no replication.')
  const report = runReport({ name, flow, snapshot: first.run.last, history: first.history })
  const summary = summarize(runs, { flow, objectives })
  const view = { named, options: timing, summary }
  return {
    endedEarly: null,
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
