import { type Page, type RunPlan, Stopped, Unfit, type WorkerPool } from '@plimsoll/experiments'
import { type Call, type Done, UsageError } from '../command.ts'
import { createThreads } from '../simulate/events/threads.ts'
import { describeFaults, type NamedFlow } from '../simulate/flow-file.ts'
import { BY_THE_CLOCK, type Test, writeJunit } from '../simulate/junit.ts'
import { checkOptions, type Format, type SimulateOptions } from '../simulate/options.ts'
import { checkWritable, writeOut } from '../simulate/out-file.ts'
import { toHtml } from '../simulate/page/to-html.ts'
import { toMarkdown } from '../simulate/page/to-markdown.ts'
import { createPaint } from '../simulate/paint.ts'
import { appendToStepSummary } from '../simulate/step-summary.ts'
import { withTimeLeft } from '../simulate/with-time-left.ts'
import { pageToCsv } from './page-to-csv.ts'
import { pageToText } from './page-to-text.ts'

const SPENT = 'The budget was spent before all was simulated.'

/** What an experiment answers. */
interface Answer {
  readonly report: object
  readonly page: Page
  /** Whether all that was asked for holds. */
  readonly isMet: boolean
  /** Whether the clock ended it. */
  readonly isCut: boolean
  readonly errors?: string
  readonly tests: readonly Test[]
}

interface Surroundings<R> {
  readonly pool: WorkerPool
  /** Aborted when the budget is spent; absent: there is none. */
  readonly budget?: AbortSignal
  /** Takes what is known so far; absent: there is no budget that could be spent. */
  readonly onReport?: (report: R) => void
  /** Shows how far it is, with the time left. */
  show(progress: string, ofAll: number): void
}

/** What is read says when it is to stop. */
interface Planned {
  readonly named: NamedFlow
  readonly plan: Pick<RunPlan, 'stopAfterMs'>
}

interface Experiment<T extends Planned, R extends object> {
  /** The word that it is called by. */
  readonly name: string
  /** What is to be done; what is wrong with the input is added to the faults. Null: something is. */
  read(options: SimulateOptions, faults: string[]): Promise<T | null>
  run(input: T, surroundings: Surroundings<R>): Promise<R>
  answer(report: R): Pick<Answer, 'page' | 'isMet' | 'tests'> & { readonly isCut?: boolean }
}

/** Reads what is given, runs the experiment on threads, and writes what came of it. */
export async function runExperiment<T extends Planned, R extends object>(
  call: Call,
  experiment: Experiment<T, R>,
): Promise<Done> {
  const { options: given, faults } = checkOptions(call)
  if (given.engine === 'live') faults.push('Experiments are for the event engine')
  // It ends by the clock whether the length of its runs is set or not.
  const options: SimulateOptions = { ...given, engine: 'events', budgetMs: null }
  const input = await experiment.read(options, faults)
  if (input === null || faults.length > 0) throw new UsageError(faults.join('\n'))
  const budgetMs = given.budgetMs ?? input.plan.stopAfterMs
  await checkWritable(call, options)
  const pool = (call.createPool ?? createThreads)(options.threads)
  const show = withTimeLeft(call.show)
  let known = null as R | null
  const onReport = (report: R) => {
    known = report
  }
  let answer: Answer
  try {
    const budget = budgetMs === null ? {} : { budget: AbortSignal.timeout(budgetMs), onReport }
    const report = await experiment.run(input, { pool, show, ...budget })
    answer = { report, isCut: false, ...experiment.answer(report) }
  } catch (error) {
    if (error instanceof Unfit) throw new UsageError(describeUnfit(error))
    if (error instanceof UsageError) throw error
    if (!(error instanceof Stopped))
      return { code: 3, output: '', errors: `The engine gave up: ${(error as Error).message}` }
    answer = cut(known === null ? nothingOf(input.named) : { report: known, ...experiment.answer(known) })
  } finally {
    await pool.end()
  }
  return write(call, { options, name: experiment.name }, answer)
}

type Known = Pick<Answer, 'report' | 'page' | 'tests'>

const nothingOf = ({ name }: NamedFlow): Known => ({
  report: {},
  page: { title: name, about: '', result: null, sentences: [], tables: [], charts: [], distributions: [], notes: [] },
  tests: [],
})

/** What is known of an answer that the clock ended. */
const cut = ({ report, page, tests }: Known): Answer => ({
  report: { ...report, ended: 'time' },
  page: {
    ...page,
    result: page.result === 'fail' ? 'fail' : 'undecided',
    sentences: [
      { text: page.sentences.length === 0 ? SPENT : `${SPENT} What follows was known by then.`, tone: 'unsure' },
      ...page.sentences,
    ],
  },
  isMet: false,
  isCut: true,
  errors: SPENT,
  tests: [{ name: 'the budget is enough', problem: { kind: 'failure', type: 'undecided', message: SPENT } }, ...tests],
})

async function write(
  call: Call,
  { options: { out, format }, name }: { readonly options: SimulateOptions; readonly name: string },
  { report, page, isMet, isCut, errors = '', tests }: Answer,
): Promise<Done> {
  const properties = { about: page.about, ...(isCut && BY_THE_CLOCK) }
  const writers: Record<Format, () => string> = {
    text: () => pageToText(page, createPaint(call.hasColours && out === null)),
    json: () => JSON.stringify(report, null, 2),
    csv: () => pageToCsv(page),
    html: () => toHtml(page),
    markdown: () => toMarkdown(page),
    junit: () => writeJunit({ command: name, name: page.title, properties, tests }),
  }
  const output = writers[format]()
  const notWritten = call.stepSummary ? await appendToStepSummary(call.stepSummary, writers.markdown()) : ''
  if (out !== null) await writeOut(out, output)
  const said = [notWritten, errors].filter((line) => line !== '')
  return {
    code: isMet ? 0 : 1,
    output: out === null ? output : '',
    ...(said.length > 0 && { errors: said.join('\n') }),
  }
}

const describeUnfit = ({ texts }: Unfit): string => describeFaults('The flow cannot be simulated:', texts)
