import { writeFile } from 'node:fs/promises'
import { createRunHistory, type LiveMeasurement, measureLive, runReport } from '@plimsoll/simulation'
import { type Command, type Done, UsageError } from '../command.ts'
import { toJson, toTable } from '../simulate/data.ts'
import { type NamedFlow, readFlowFile } from '../simulate/flow-file.ts'
import { type Format, readOptions, type SimulateOptions } from '../simulate/options.ts'
import { type Summary, summarize } from '../simulate/summary.ts'
import { toText } from '../simulate/text.ts'

export const simulate: Command = {
  name: 'simulate',
  argument: 'FLOW.json',
  summary: 'Simulate a saved flow',
  details:
    'Runs it as often as there are replications, each with the next seed, and tells what all of them show. Ends with ' +
    '0 when every objective is met, 1 when one is missed, 2 when something given is wrong. An objective is a metric ' +
    '(mean, p50, p95, p99, p999, throughput, errorRate), a comparison (< <= > >=) and a limit.',
  options: {
    engine: { value: 'ENGINE', help: 'live, the only one yet' },
    duration: { value: 'TIME', help: 'simulated time of a replication (60s)' },
    warmup: { value: 'PART', help: 'how much of it no figure counts: 10% or 5s (10%)' },
    replications: { value: 'COUNT', help: 'how many runs with seeds of their own (10)' },
    seed: { value: 'NUMBER', help: 'the seed of the first (1)' },
    set: { value: 'NODE.PROPERTY=VALUE', isRepeatable: true, help: 'try another value; repeatable' },
    slo: { value: 'OBJECTIVE', isRepeatable: true, help: "such as 'p99<250ms'; repeatable" },
    format: { value: 'FORMAT', help: 'text, json or csv (text)' },
    out: { value: 'FILE', help: 'write to FILE instead of standard output' },
  },
  isOfServer: false,
  async run(call): Promise<Done> {
    const options = readOptions(call)
    const named = await readFlowFile(call.file, options.settings)
    const { runs, report } = runAll(named, options, call.tell)
    const summary = summarize(runs, { flow: named.flow, objectives: options.objectives })
    const output = WRITERS[options.format]({ named, options, summary, report })
    const code = summary.verdicts.every(({ isMet }) => isMet) ? 0 : 1
    if (options.out === null) return { code, output }
    await write(options.out, output)
    return { code, output: '' }
  },
}

interface Told {
  readonly named: NamedFlow
  readonly options: SimulateOptions
  readonly summary: Summary
  readonly report: ReturnType<typeof runReport>
}

const WRITERS: Readonly<Record<Format, (told: Told) => string>> = {
  text: toText,
  json: ({ report, summary }) => toJson(report, summary),
  csv: ({ report, summary }) => toTable(report, summary),
}

/** Every replication, and the report of the first. */
function runAll({ name, flow }: NamedFlow, options: SimulateOptions, tell: (progress: string) => void) {
  const { replications, seed, durationMs, warmUpMs } = options
  const history = createRunHistory()
  const runs: LiveMeasurement[] = Array.from({ length: replications }, (_, index) => {
    const onTick = index === 0 ? { onTick: history.note } : {}
    const run = measureLive({ flow, seed: seed + index, durationMs, warmUpMs, ...onTick })
    tell(`${index + 1} of ${replications} runs simulated`)
    return run
  })
  const [first] = runs
  if (first === undefined) throw new Error('There is no replication.')
  return { runs, report: runReport({ name, flow, snapshot: first.last, history: history.points() }) }
}

async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, `${text}\n`)
  } catch (error) {
    throw new UsageError(`--out ${file} cannot be written: ${(error as Error).message}`)
  }
}
