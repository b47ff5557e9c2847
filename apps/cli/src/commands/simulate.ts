import { writeFile } from 'node:fs/promises'
import { type Command, type Done, UsageError } from '../command.ts'
import { simulateEvents } from '../simulate/events/simulate-events.ts'
import { readFlowFile } from '../simulate/flow-file.ts'
import { simulateLive } from '../simulate/live/simulate-live.ts'
import { type Engine, readOptions } from '../simulate/options.ts'
import { createPaint } from '../simulate/paint.ts'
import { planOf } from '../simulate/plan.ts'
import type { Simulated, Simulation } from '../simulate/simulated.ts'

export const simulate: Command = {
  name: 'simulate',
  argument: 'FLOW.json',
  summary: 'Simulate a saved flow',
  details:
    'Runs ten replications, each with the next seed, until every objective is decided and the figures are known to 5 %, or 100 ' +
    'million events are simulated; with --duration or --replications exactly so much. Ends with ' +
    '0 when every objective is met, 1 when one is missed or cannot be decided, 2 when something given is wrong. An ' +
    'objective is a metric (mean, p50, p95, p99, p999, throughput, errorRate), a comparison (< <= > >=) and a limit. ' +
    'What is not said here is taken from the settings that are saved with the flow.',
  options: {
    engine: { value: 'ENGINE', help: 'events, or live as in the editor (events)' },
    duration: { value: 'TIME', help: 'simulated time of a replication (as it takes; 60s)' },
    warmup: { value: 'PART', help: 'what no figure counts: 10%, 5s or auto (10%)' },
    replications: { value: 'COUNT', help: 'how many runs with seeds of their own (as it takes; 10)' },
    precision: { value: 'SHARE', help: 'how narrow an interval is to be (5%)' },
    budget: { value: 'TIME', help: 'how long it may take by the clock (100 million events)' },
    seed: { value: 'NUMBER', help: 'the seed of the first (1)' },
    threads: { value: 'COUNT', help: 'how many run at once (as many as cores)' },
    set: { value: 'NODE.PROPERTY=VALUE', isRepeatable: true, help: 'try another value; repeatable' },
    slo: { value: 'OBJECTIVE', isRepeatable: true, help: "such as 'p99<250ms'; repeatable" },
    format: { value: 'FORMAT', help: 'text, json or csv (text)' },
    out: { value: 'FILE', help: 'write to FILE instead of standard output' },
  },
  isOfServer: false,
  async run(call): Promise<Done> {
    const options = readOptions(call)
    const named = await readFlowFile(call.file, options.settings)
    const plan = planOf(named.flow, options)
    const paint = createPaint(call.hasColours && options.out === null)
    const { results, write } = await RUN[plan.engine]({ named, options, plan, paint, tell: call.tell, show: call.show })
    const output = write[options.format]()
    const code = results.every((result) => result === 'pass') ? 0 : 1
    if (options.out === null) return { code, output }
    await save(options.out, output)
    return { code, output: '' }
  },
}

const RUN: Readonly<Record<Engine, (simulation: Simulation) => Promise<Simulated>>> = {
  events: simulateEvents,
  live: simulateLive,
}

async function save(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, `${text}\n`)
  } catch (error) {
    throw new UsageError(`--out ${file} cannot be written: ${(error as Error).message}`)
  }
}
