import { type Call, type Done, UsageError } from '../command.ts'
import { simulateEvents } from './events/simulate-events.ts'
import { readFlowFile } from './flow-file.ts'
import { toJunit } from './junit.ts'
import { simulateLive } from './live/simulate-live.ts'
import { checkOptions, type Engine, type Format } from './options.ts'
import { checkWritable, writeOut } from './out-file.ts'
import { toHtml } from './page/to-html.ts'
import { toMarkdown } from './page/to-markdown.ts'
import { createPaint } from './paint.ts'
import { type Plan, planOf, planOfReplay } from './plan.ts'
import { readRecordedFile } from './recorded-file.ts'
import { readRunFile } from './run-file.ts'
import type { Simulated, Simulation } from './simulated.ts'
import { appendToStepSummary } from './step-summary.ts'

/** Simulates the flow that the call names, and writes what came of it. */
export async function runSimulation(call: Call): Promise<Done> {
  const { options, named, plan } = await readInput(call)
  const { out, format } = options
  if (out !== null) await checkWritable(out)
  const paint = createPaint(call.hasColours && out === null)
  const simulation = { named, options, plan, paint, tell: call.tell, show: call.show }
  const simulated = await simulate(simulation)
  const write = writers(simulation, simulated)
  const output = write[format]?.()
  const notWritten =
    call.stepSummary && write.markdown ? await appendToStepSummary(call.stepSummary, write.markdown()) : ''
  if (out !== null && output !== undefined) await writeOut(out, output)
  const { objectives, endedEarly } = simulated
  const isEmpty = 'isEmpty' in simulated && simulated.isEmpty
  const isMet = !isEmpty && objectives.every(({ result }) => result === 'pass')
  const nothing = isEmpty ? 'Nothing was measured: no request ended after the warm-up. Simulate longer.' : ''
  const errors = [notWritten, nothing, endedEarly === null ? '' : `The engine gave up: ${endedEarly}`].filter(
    (line) => line !== '',
  )
  return {
    code: endedEarly === null ? (isMet ? 0 : 1) : 3,
    output: out === null ? (output ?? '') : '',
    ...(errors.length > 0 && { errors: errors.join('\n') }),
  }
}

type ReadFlow = Awaited<ReturnType<typeof readFlowFile>>

/** What is to be simulated; throws one UsageError with all that is wrong with the options, the file and the settings. */
async function readInput(call: Call) {
  const { options, faults } = checkOptions(call)
  const found = <T>(error: unknown): T | null => {
    if (!(error instanceof UsageError)) throw error
    faults.push(error.message)
    return null
  }
  if (options.replay !== null) {
    const { named, recorded } = await readRunFile(options.replay)
    if (faults.length > 0) throw new UsageError(faults.join('\n'))
    return { options, named, plan: planOfReplay(named.flow, recorded, options) }
  }
  const named = call.file === '' ? null : await readFlowFile(call.file, options.settings).catch(found<ReadFlow>)
  faults.push(...(named?.faults ?? []))
  let plan: Plan | null = null
  try {
    const requests = options.recordedIn === null ? null : await readRecordedFile(options.recordedIn)
    plan = named && planOf(named.flow, options, requests)
  } catch (error) {
    found(error)
  }
  if (named === null || plan === null || faults.length > 0) throw new UsageError(faults.join('\n'))
  return { options, named, plan }
}

/** What is wrong with a call of which something is known to be wrong. */
export const faultsOf = async (call: Call): Promise<readonly string[]> => {
  try {
    await readInput(call)
    return []
  } catch (error) {
    if (error instanceof UsageError) return error.message === '' ? [] : [error.message]
    throw error
  }
}

type Failed = Pick<Simulated, 'objectives'> & { readonly endedEarly: string }

const ENGINES: Readonly<Record<Engine, (simulation: Simulation) => Promise<Simulated>>> = {
  events: simulateEvents,
  live: simulateLive,
}

/** What is wrong with the input is found before an engine begins; whatever else fails is the engine's own. */
async function simulate(simulation: Simulation): Promise<Simulated | Failed> {
  try {
    return await ENGINES[simulation.plan.engine](simulation)
  } catch (error) {
    if (error instanceof UsageError) throw error
    return { objectives: [], endedEarly: error instanceof Error ? error.message : String(error) }
  }
}

/** Where there is nothing to report, only JUnit has something to say. */
function writers({ named, plan }: Simulation, simulated: Simulated | Failed): Partial<Record<Format, () => string>> {
  const { objectives, endedEarly } = simulated
  const { engine, replications, seed, settings } = plan
  const properties = { engine, replications, seed, durationS: settings.durationMs / 1000 }
  const junit = () => toJunit({ name: named.name, objectives, endedEarly, properties })
  if (!('page' in simulated)) return { junit }
  const { page, write } = simulated
  return { ...write, junit, html: () => toHtml(page()), markdown: () => toMarkdown(page()) }
}
