import { type Call, type Done, GaveUp, UsageError } from '../command.ts'
import { simulateEvents } from './events/simulate-events.ts'
import { readFlowFile } from './flow-file.ts'
import { simulateLive } from './live/simulate-live.ts'
import { type Engine, readOptions } from './options.ts'
import { checkWritable, writeOut } from './out-file.ts'
import { createPaint } from './paint.ts'
import { planOf } from './plan.ts'
import type { Simulated, Simulation } from './simulated.ts'

/** Simulates the flow that the call names, and writes what came of it. */
export async function runSimulation(call: Call): Promise<Done> {
  const options = readOptions(call)
  if (options.out !== null) await checkWritable(options.out)
  const named = await readFlowFile(call.file, options.settings)
  const plan = planOf(named.flow, options)
  const paint = createPaint(call.hasColours && options.out === null)
  const simulation = { named, options, plan, paint, tell: call.tell, show: call.show }
  const { results, endedEarly, write } = await simulate(simulation)
  const output = write[options.format]()
  if (options.out !== null) await writeOut(options.out, output)
  const isMet = results.every((result) => result === 'pass')
  return {
    code: endedEarly === null ? (isMet ? 0 : 1) : 3,
    output: options.out === null ? output : '',
    ...(endedEarly !== null && { errors: `The engine gave up: ${endedEarly}` }),
  }
}

const ENGINES: Readonly<Record<Engine, (simulation: Simulation) => Promise<Simulated>>> = {
  events: simulateEvents,
  live: simulateLive,
}

/** What is wrong with the input is found before an engine begins; whatever else fails is the engine's own. */
async function simulate(simulation: Simulation): Promise<Simulated> {
  try {
    return await ENGINES[simulation.plan.engine](simulation)
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new GaveUp(`The engine gave up: ${error instanceof Error ? error.message : String(error)}`)
  }
}
