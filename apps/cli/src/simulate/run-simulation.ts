import { writeFile } from 'node:fs/promises'
import { type Call, type Done, UsageError } from '../command.ts'
import { simulateEvents } from './events/simulate-events.ts'
import { readFlowFile } from './flow-file.ts'
import { simulateLive } from './live/simulate-live.ts'
import { type Engine, readOptions } from './options.ts'
import { createPaint } from './paint.ts'
import { planOf } from './plan.ts'
import type { Simulated, Simulation } from './simulated.ts'

/** Simulates the flow that the call names, and writes what came of it. */
export async function runSimulation(call: Call): Promise<Done> {
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
