import { Stopped } from '@plimsoll/experiments'
import type { Engine } from '@plimsoll/simulation'
import { type Call, type Done, UsageError } from '../command.ts'
import { simulateEvents } from './events/simulate-events.ts'
import { BY_THE_CLOCK, toJunit } from './junit.ts'
import { simulateLive } from './live/simulate-live.ts'
import { checkOptions, type Format } from './options.ts'
import { checkWritable, writeOut } from './out-file.ts'
import { toHtml } from './page/to-html.ts'
import { toMarkdown } from './page/to-markdown.ts'
import { createPaint } from './paint.ts'
import { readReplayPlan } from './plan.ts'
import { readDesign } from './read-design.ts'
import { readRunFile } from './run-file.ts'
import type { Simulated, Simulation } from './simulated.ts'
import { appendToStepSummary } from './step-summary.ts'

const NOTHING = 'Nothing was measured: no request ended after the warm-up. Simulate longer.'
const TIME_OVER = 'Nothing was measured: the clock ended the run before its first replication. Allow more time.'

/** Simulates the flow that the call names, and writes what came of it. */
export async function runSimulation(call: Call): Promise<Done> {
  const { options, named, plan } = await readInput(call)
  const { out, format } = options
  await checkWritable(call, options)
  const paint = createPaint(call.hasColours && out === null)
  const { tell, show, createPool } = call
  const simulation = { named, options, plan, paint, tell, show, createPool }
  const simulated = await simulate(simulation)
  const write = writers(simulation, simulated)
  const output = write[format]?.()
  const notWritten =
    call.stepSummary && write.markdown ? await appendToStepSummary(call.stepSummary, write.markdown()) : ''
  if (out !== null && output !== undefined) await writeOut(out, output)
  const { objectives, endedEarly } = simulated
  const nothing = whyNothing(simulated)
  const isMet = nothing === '' && objectives.every(({ result }) => result === 'pass')
  const errors = [notWritten, nothing, endedEarly === null ? '' : `The engine gave up: ${endedEarly}`].filter(
    (line) => line !== '',
  )
  return {
    code: endedEarly === null ? (isMet ? 0 : 1) : 3,
    output: out === null ? (output ?? '') : '',
    ...(errors.length > 0 && { errors: errors.join('\n') }),
  }
}

/** What is to be simulated; throws one UsageError with all that is wrong with the options, the file and the settings. */
async function readInput(call: Call) {
  const checked = checkOptions(call)
  if (checked.options.replay !== null) {
    const { options, faults } = checked
    const { named, recorded } = await readRunFile(checked.options.replay)
    if (faults.length > 0) throw new UsageError(faults.join('\n'))
    return { options, named, plan: readReplayPlan(named.flow, recorded, options) }
  }
  const { options, faults } = checked
  const settings = options.settings
  const design = await readDesign({ ...(await sourceOf(call)), settings, options }, faults)
  if (design === null) throw new UsageError(faults.join('\n'))
  return { options, ...design }
}

/** The file of the call, or the flow that its server holds. */
async function sourceOf(call: Call) {
  // Without its value, which is reported elsewhere.
  if (call.has('server')) return { file: '' }
  if (call.texts('server').length === 0) return { file: call.file }
  const { fetchFlow } = await import('../flows/exchange.ts')
  // As for a file that cannot be read: 1 is for objectives that are missed.
  const read = () =>
    fetchFlow(call, call.argument).catch((error: Error) => {
      throw new UsageError(error.message)
    })
  return { file: call.argument, read }
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

/** What the engine gave up, or the clock ended before there was anything. */
type Failed = Pick<Simulated, 'objectives' | 'endedEarly' | 'isCut'>

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
    if (error instanceof Stopped) return { objectives: [], endedEarly: null, isCut: true }
    return { objectives: [], endedEarly: error instanceof Error ? error.message : String(error), isCut: false }
  }
}

/** Why nothing was measured; empty: something was, or the engine gave up. */
const whyNothing = (simulated: Simulated | Failed): string =>
  'isEmpty' in simulated ? (simulated.isEmpty ? NOTHING : '') : simulated.isCut ? TIME_OVER : ''

/** Where there is nothing to report, only JUnit has something to say. */
function writers({ named, plan }: Simulation, simulated: Simulated | Failed): Partial<Record<Format, () => string>> {
  const { objectives, endedEarly, isCut } = simulated
  const { engine, seed } = plan
  const { replications, durationMs } = 'runs' in simulated ? simulated.runs : { ...plan, ...plan.settings }
  const properties = { engine, replications, seed, durationS: durationMs / 1000, ...(isCut && BY_THE_CLOCK) }
  const nothing = whyNothing(simulated)
  const unmeasured = nothing === '' ? null : { type: 'nothing measured', message: nothing }
  const error = endedEarly === null ? unmeasured : { type: 'gave up', message: endedEarly }
  const junit = () => toJunit({ name: named.name, objectives, error, properties })
  if (!('page' in simulated)) return { junit }
  const { page, write } = simulated
  return { ...write, junit, html: () => toHtml(page()), markdown: () => toMarkdown(page()) }
}
