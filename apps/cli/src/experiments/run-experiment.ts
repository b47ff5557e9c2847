import { type Page, type RunPlan, Stopped, Unfit, type WorkerPool } from '@plimsoll/experiments'
import { type Call, type Done, UsageError } from '../command.ts'
import { createThreads } from '../simulate/events/threads.ts'
import { describeFaults } from '../simulate/flow-file.ts'
import { type Test, writeJunit } from '../simulate/junit.ts'
import { checkOptions, type SimulateOptions } from '../simulate/options.ts'
import { checkWritable, writeOut } from '../simulate/out-file.ts'
import { toHtml } from '../simulate/page/to-html.ts'
import { toMarkdown } from '../simulate/page/to-markdown.ts'
import { createPaint } from '../simulate/paint.ts'
import { appendToStepSummary } from '../simulate/step-summary.ts'
import { withTimeLeft } from '../simulate/with-time-left.ts'
import { pageToCsv } from './page-to-csv.ts'
import { pageToText } from './page-to-text.ts'

/** What an experiment answers. */
interface Answer {
  readonly report: unknown
  readonly page: Page
  /** Whether all that was asked for holds. */
  readonly isMet: boolean
  readonly tests: readonly Test[]
}

interface Surroundings {
  readonly pool: WorkerPool
  /** Aborted when the budget is spent; absent: there is none. */
  readonly budget?: AbortSignal
  /** Shows how far it is, with the time left. */
  show(progress: string, ofAll: number): void
}

/** What is read says when it is to stop. */
interface Planned {
  readonly plan: Pick<RunPlan, 'stopAfterMs'>
}

interface Experiment<T extends Planned> {
  /** The word that it is called by. */
  readonly name: string
  /** What is to be done; what is wrong with the input is added to the faults. Null: something is. */
  read(options: SimulateOptions, faults: string[]): Promise<T | null>
  run(input: T, surroundings: Surroundings): Promise<Answer>
}

/** Reads what is given, runs the experiment on threads, and writes what came of it. */
export async function runExperiment<T extends Planned>(call: Call, { name, read, run }: Experiment<T>): Promise<Done> {
  const { options: given, faults } = checkOptions(call)
  if (given.engine === 'live') faults.push('Experiments are for the event engine')
  // It ends by the clock whether the length of its runs is set or not.
  const options: SimulateOptions = { ...given, engine: 'events', budgetMs: null }
  const input = await read(options, faults)
  if (input === null || faults.length > 0) throw new UsageError(faults.join('\n'))
  const { out, format } = options
  const budgetMs = given.budgetMs ?? input.plan.stopAfterMs
  await checkWritable(call, options)
  const pool = (call.createPool ?? createThreads)(options.threads)
  let answer: Answer
  try {
    const show = withTimeLeft(call.show)
    answer = await run(input, { pool, show, ...(budgetMs !== null && { budget: AbortSignal.timeout(budgetMs) }) })
  } catch (error) {
    if (error instanceof Unfit) throw new UsageError(describeUnfit(error))
    if (error instanceof Stopped)
      return { code: 1, output: '', errors: 'The budget was spent before all was simulated.' }
    if (error instanceof UsageError) throw error
    return { code: 3, output: '', errors: `The engine gave up: ${(error as Error).message}` }
  } finally {
    await pool.end()
  }
  const { report, page, isMet, tests } = answer
  const write = {
    text: () => pageToText(page, createPaint(call.hasColours && out === null)),
    json: () => JSON.stringify(report, null, 2),
    csv: () => pageToCsv(page),
    html: () => toHtml(page),
    markdown: () => toMarkdown(page),
    junit: () => writeJunit({ command: name, name: page.title, properties: { about: page.about }, tests }),
  }
  const output = write[format]()
  const notWritten = call.stepSummary ? await appendToStepSummary(call.stepSummary, write.markdown()) : ''
  if (out !== null) await writeOut(out, output)
  return {
    code: isMet ? 0 : 1,
    output: out === null ? output : '',
    ...(notWritten !== '' && { errors: notWritten }),
  }
}

const describeUnfit = ({ texts }: Unfit): string => describeFaults('The flow cannot be simulated:', texts)
