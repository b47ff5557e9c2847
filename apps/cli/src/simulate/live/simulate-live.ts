import { setImmediate } from 'node:timers/promises'
import { createRunHistory, type LiveMeasurement, measureLive, runReport } from '@plimsoll/live-engine'
import type { Simulated, Simulation } from '../simulated.ts'
import { toJson, toTable } from './data.ts'
import { summarize } from './summary.ts'
import { toText } from './text.ts'

/** Runs the live engine once for each replication; the report is of the first. */
export async function simulateLive({ named, plan, tell }: Simulation): Promise<Simulated> {
  const { name, flow } = named
  const { replications, seed, objectives, settings } = plan
  const timing = { durationMs: settings.durationMs, warmUpMs: settings.warmUpMs }
  const history = createRunHistory()
  const runs: LiveMeasurement[] = []
  for (let index = 0; index < replications; index += 1) {
    const onTick = index === 0 ? { onTick: history.note } : {}
    runs.push(measureLive({ flow, seed: seed + index, ...timing, ...onTick }))
    tell(`${index + 1} of ${replications} runs simulated`)
    // An interrupt is heard between the runs.
    await setImmediate()
  }
  const [first] = runs
  if (first === undefined) throw new Error('There is no replication.')
  const report = runReport({ name, flow, snapshot: first.last, history: history.points() })
  const summary = summarize(runs, { flow, objectives })
  return {
    results: summary.verdicts.map(({ result }) => result),
    write: {
      text: () => toText({ named, options: timing, summary }),
      json: () => toJson(report, summary),
      csv: () => toTable(report, summary),
    },
  }
}
