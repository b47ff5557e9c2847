import type { CreateExperimentRequest, ExperimentKind, ExperimentResult } from '@plimsoll/contract'
import {
  applySettings,
  type CapacityReport,
  commandLine,
  compareDesigns,
  countedOf,
  drillDesign,
  type FoundLoad,
  findCapacity,
  formatNumber,
  type Measure,
  msLeft,
  nameOfB,
  type Page,
  type PlanFault,
  type PointCache,
  pageOfCapacity,
  pageOfComparison,
  pageOfDrill,
  pageOfSensitivity,
  pageOfSweep,
  planOf,
  type RunPlan,
  readAxis,
  type SensitivityReport,
  Stopped,
  savedTexts,
  simulateDesign,
  sweepDesign,
  TIME_IS_OVER,
  Unfit,
  varyDesign,
  type WorkerPool,
} from '@plimsoll/experiments'
import { DOCUMENT_VERSION, type Flow, parseFlow } from '@plimsoll/flow'
import { createStore } from 'zustand/vanilla'
import { headingOf } from '../../../../stores/board.ts'
import type { EditorSession } from '../../session/editor-session.ts'
import { createFigureKeeper, figuresOfCapacity, figuresOfRun, type KeepWithVersion } from './keep-figures.ts'
import type { Predicted, Question } from './predicted.ts'
import { fileOf, readServerAnswer } from './server-answer.ts'

interface Answer {
  readonly flow: Flow
  readonly page: Page
  /** The line for the terminal that gives the same. */
  readonly command: string
  /** Whether it is how far the simulation came, and not its end. */
  readonly isPartial: boolean
}

export interface Prediction {
  /** What goes on; null: nothing. */
  readonly running: 'report' | Question | null
  /** What was asked last: its answer comes first. */
  readonly asked: 'report' | Question | null
  /** Of what goes on, the share that is done, how far that is in words, and the time left, null where it cannot be told. Null: nothing is simulated yet. */
  readonly progress: { readonly share: number; readonly text: string; readonly leftMs: number | null } | null
  /** Of the last run; while one goes on, what it shows so far. */
  readonly predicted: Predicted | null
  /** Whether the server runs what is asked next; otherwise this browser does. */
  readonly isOnServer: boolean
  /** The flow of the library that the design is compared with; null: itself with changes. */
  readonly otherId: string | null
  readonly answers: Partial<Readonly<Record<Question, Answer>>>
  /** Why what was asked for last did not happen. */
  readonly faults: readonly PlanFault[]
}

const NOTHING: Prediction = {
  ...{ running: null, asked: null, progress: null, predicted: null, answers: {}, faults: [] },
  ...{ isOnServer: false, otherId: null },
}

type WithDocument = Pick<EditorSession, 'document' | 'onDispose'>
/** What the server has of a flow of the library. */
type FetchFlow = (id: string) => Promise<{ readonly name: string }>
/** Has the server run an experiment; null when it was stopped. */
type RunOnServer = (
  request: CreateExperimentRequest,
  options: { readonly stop: AbortSignal; readonly onProgress: (share: number, text: string) => void },
) => Promise<ExperimentResult | null>
/** What an experiment of the server was asked, and what it has found. */
interface ServerExperiment {
  readonly request: CreateExperimentRequest
  readonly result: ExperimentResult
}

/** What the simulation of a design runs on. */
interface Surroundings {
  readonly pool: WorkerPool & { end(): unknown }
  readonly fetchFlow: FetchFlow
  readonly runOnServer: RunOnServer
  readonly fetchExperiment: (id: string) => Promise<ServerExperiment>
  readonly keepWithVersion: KeepWithVersion
}

interface Asked {
  readonly name: string
  readonly flow: Flow
  readonly plan: RunPlan
  readonly pool: WorkerPool
  readonly stop: AbortSignal
  /** Aborted when the time is over that the design sets. */
  readonly budget: AbortSignal
}

/** The simulation of the design with its saved settings, as the terminal runs it: one thing at a time. */
export function createPredictionWith(
  { document, onDispose }: WithDocument,
  { pool, fetchFlow, runOnServer, fetchExperiment, keepWithVersion }: Surroundings,
) {
  const keepFigures = createFigureKeeper({ document, onDispose }, keepWithVersion)
  const store = createStore<Prediction>()(() => NOTHING)
  let abort: AbortController | null = null
  const cache: PointCache = new Map()
  const loads = new Map<string, FoundLoad>()

  let beganAt = 0
  let stopsAfterMs = Number.POSITIVE_INFINITY
  const show = (share: number, text: string) => {
    const tookMs = performance.now() - beganAt
    const leftMs = msLeft(share, tookMs)
    const most = Math.max(0, stopsAfterMs - tookMs)
    store.setState({ progress: { share, text, leftMs: leftMs === null ? null : Math.min(leftMs, most) } })
  }
  const refuse = (faults: readonly PlanFault[]) => store.setState({ faults })
  const answer = (question: Question, { flow, name }: Asked, page: Page, command = lineOf(question, { name })) =>
    store.setState(({ answers }) => ({
      answers: { ...answers, [question]: { flow, page, command, isPartial: false } },
    }))
  /** How far it came, until more is known. */
  const answerSoFar = (...given: Parameters<typeof answer>) => {
    answer(...given)
    const [question] = given
    store.setState(({ answers: { [question]: found, ...others } }) => ({
      answers: { ...others, ...(found && { [question]: { ...found, isPartial: true } }) },
    }))
  }

  async function ask(what: NonNullable<Prediction['running']>, act: (asked: Asked) => Promise<void>): Promise<void> {
    if (abort !== null) return
    const board = document.getState()
    const { flow } = board
    const { ok, plan, faults } = planOf(flow, { engine: 'events' })
    if (!ok) return refuse(faults)
    abort = new AbortController()
    beganAt = performance.now()
    stopsAfterMs = plan.stopAfterMs ?? Number.POSITIVE_INFINITY
    store.setState({ running: what, asked: what, progress: null, faults: [] })
    const stop = abort.signal
    const budget = plan.stopAfterMs === null ? new AbortController().signal : AbortSignal.timeout(plan.stopAfterMs)
    try {
      await act({ name: headingOf(board).name, flow, plan, pool, stop, budget })
    } catch (error) {
      if (error instanceof Unfit) refuse(error.faults)
      else if (error instanceof Stopped && budget.aborted) refuse([{ path: '', message: TIME_IS_OVER }])
      else if (!(error instanceof Stopped))
        refuse([{ path: '', message: error instanceof Error ? error.message : String(error) }])
    } finally {
      abort = null
      store.setState({ running: null, progress: null })
    }
  }

  function showFromServer({ request, result }: ServerExperiment, flow: Flow): void {
    const found = readServerAnswer(request, result, flow)
    if ('predicted' in found) {
      store.setState({ predicted: found.predicted, asked: 'report' })
      return
    }
    const { question, ...said } = found
    store.setState(({ answers }) => ({
      answers: { ...answers, [question]: { flow, ...said, isPartial: false } },
      asked: question,
    }))
  }

  /** Shows what the server has found; false: this browser is to find it. Throws Stopped. */
  async function isFoundOnServer(
    kind: ExperimentKind,
    { name, flow, stop }: Asked,
    more: Partial<CreateExperimentRequest> = {},
  ): Promise<boolean> {
    if (!store.getState().isOnServer) return false
    const { saved } = document.getState()
    const from = saved && { flow: { id: saved.id, version: saved.version } }
    const request = { kind, design: designOf(name, flow), ...from, ...more }
    const result = await runOnServer(request, { stop, onProgress: show })
    if (result === null) throw new Stopped()
    showFromServer({ request, result }, flow)
    return true
  }

  /** Shows what an experiment of the server has found, whatever the design is now. */
  async function openFromServer(id: string): Promise<void> {
    store.setState({ faults: [] })
    try {
      const experiment = await fetchExperiment(id)
      const parsed = parseFlow(experiment.request.design)
      if (parsed.ok) showFromServer(experiment, withPartsOf(document.getState().flow, parsed.flow))
      else refuse(parsed.faults)
    } catch (error) {
      refuse([{ path: '', message: error instanceof Error ? error.message : String(error) }])
    }
  }

  const run = () =>
    ask('report', async (asked) => {
      const { flow } = asked
      if (await isFoundOnServer('simulate', asked)) return
      const result = await simulateDesign({
        ...asked,
        hasTraces: true,
        findsCapacities: true,
        onProgress: ({ ofAll, runs, done, runsBefore, durationMs }) =>
          show(
            ofAll,
            `${countedOf(runsBefore + done, runsBefore + runs, 'run')} of ${formatNumber(durationMs / 1000)} s`,
          ),
        onReport: (report) => store.setState({ predicted: { flow, report, growth: null, model: null } }),
      })
      if (result?.ok === false) refuse(result.faults)
      else if (result) {
        const { report, growth, model } = result
        store.setState({ predicted: { flow, report, growth, model } })
        if (!asked.stop.aborted) keepFigures(flow, figuresOfRun(report))
      }
    })

  const capacity = (clientId: string | null = null) =>
    ask('capacity', async (asked) => {
      const line = commandLine('capacity', [fileOf(asked)], clientId === null ? {} : { client: [clientId] })
      const answered = (report: CapacityReport, tell = answer) => tell('capacity', asked, pageOfCapacity(report), line)
      if (await isFoundOnServer('capacity', asked, clientId === null ? {} : { client: clientId })) return
      const found = await findCapacity({
        ...asked,
        clientId,
        onReport: (report) => answered(report, answerSoFar),
        onProgress: ({ ofAll, tried, rps }) => show(ofAll, `load ${tried + 1}: ${formatNumber(rps)} rps`),
      })
      if (!found.ok) return refuse(found.faults)
      answered(found.capacity)
      if (clientId === null && !asked.stop.aborted) keepFigures(asked.flow, figuresOfCapacity(found.capacity))
    })

  const drill = () =>
    ask('drill', async (asked) => {
      if (await isFoundOnServer('drill', asked)) return
      const report = await drillDesign({
        ...asked,
        stop: untilEither(asked),
        onReport: (soFar) => answerSoFar('drill', asked, pageOfDrill(soFar)),
        onProgress: (done, all, ofAll) => show(ofAll, countedOf(done, all, 'simulation')),
      })
      answer('drill', asked, pageOfDrill(report))
    })

  const compare = () =>
    ask('compare', async (asked) => {
      const { name, flow, plan } = asked
      const changes = savedTexts(flow, 'compare')
      const { otherId } = store.getState()
      if (otherId === null && changes.length === 0)
        return refuse([
          { path: '', message: 'There is nothing to compare with: add a change, or choose another flow as B.' },
        ])
      const other = otherId === null ? asked : await otherDesign(otherId)
      if ('faults' in other) return refuse(other.faults)
      const settled = applySettings(other.flow, changes)
      if (!settled.ok) return refuse(settled.faults.map((message) => ({ path: 'B:', message })))
      const planned = planOf(settled.flow, { engine: 'events' })
      if (!planned.ok) return refuse(planned.faults.map(({ path, message }) => ({ path: `B: ${path}`, message })))
      const b = { name: nameOfB(asked, otherId === null ? null : other.name, changes), flow: settled.flow }
      const files = otherId === null ? [asked] : [asked, other]
      const line = commandLine('compare', files.map(fileOf), { 'set-b': changes })
      if (await isFoundOnServer('compare', asked, { other: designOf(b.name, b.flow) })) return
      const report = await compareDesigns({
        ...asked,
        stop: untilEither(asked),
        a: { name, flow, plan },
        b: { ...b, plan: planned.plan },
        onReport: (soFar) => answerSoFar('compare', asked, pageOfComparison(soFar), line),
        onProgress: (of, { share, ofAll }) =>
          show(ofAll, `${of.toUpperCase()}: ${Math.floor(share * 100)} % simulated`),
      })
      answer('compare', asked, pageOfComparison(report), line)
    })

  async function otherDesign(id: string) {
    const stored = await fetchFlow(id)
    const parsed = parseFlow(stored)
    if (parsed.ok) return { name: stored.name, flow: parsed.flow }
    return { faults: parsed.faults.map(({ path, message }) => ({ path: `${stored.name}: ${path}`, message })) }
  }

  const tellPoints = (done: number, all: number) => show(done / all, `${done} of ${all} simulated`)

  const sensitivity = (measure: Measure = 'p99') =>
    ask('sensitivity', async (asked) => {
      if (await isFoundOnServer('sensitivity', asked, { measure })) return
      const line = commandLine('sensitivity', [fileOf(asked)], measure === 'p99' ? {} : { measure: [measure] })
      const onReport = (soFar: SensitivityReport) => answerSoFar('sensitivity', asked, pageOfSensitivity(soFar), line)
      const report = await varyDesign({
        ...{ ...asked, stop: untilEither(asked) },
        ...{ measure, cache, loads, onReport, onProgress: tellPoints },
      })
      answer('sensitivity', asked, pageOfSensitivity(report), line)
    })

  const sweep = () =>
    ask('sweep', async (asked) => {
      const values = savedTexts(asked.flow, 'sweep')
      const read = values.map(readAxis)
      const wrong = read.filter((one) => typeof one === 'string')
      if (values.length === 0) wrong.push('There is nothing to try: add values of a property.')
      if (wrong.length > 0) return refuse(wrong.map((message) => ({ path: '', message })))
      const axes = read.filter((one) => typeof one !== 'string')
      if (await isFoundOnServer('sweep', asked, { axes: [...values] })) return
      const report = await sweepDesign({ ...asked, stop: untilEither(asked), axes, cache, onProgress: tellPoints })
      if ('faults' in report) return refuse(report.faults.map((message) => ({ path: '', message })))
      answer('sweep', asked, pageOfSweep(report), commandLine('sweep', [fileOf(asked)], { set: values }))
    })

  /** Ends what goes on; what is measured by then is shown. */
  const stop = (): void => abort?.abort()

  // A fault without a path is about the settings that the question was asked with: it goes when they change.
  const unsubscribe = document.subscribe(({ flow }, before) => {
    if (flow.simulation === before.flow.simulation) return
    if (store.getState().faults.some(({ path }) => path === '')) refuse([])
  })

  onDispose(() => {
    unsubscribe()
    stop()
    void pool.end()
  })
  return {
    store,
    run,
    ask: { capacity, compare, sensitivity, sweep, drill } satisfies Record<Question, () => Promise<void>>,
    stop,
    openFromServer,
  }
}

/** A flow with the parts of the present one where they are the same: by them it is known that nothing has changed. */
function withPartsOf(present: Flow, flow: Flow): Flow {
  const drawn = ({ nodes, edges, groups = [] }: Flow) => JSON.stringify([nodes, edges, groups])
  if (drawn(present) !== drawn(flow)) return flow
  const { nodes, edges, groups } = present
  return { ...flow, nodes, edges, ...(groups && { groups }) }
}

/** What tells nothing before its end is ended by either. */
const untilEither = ({ stop, budget }: Asked): AbortSignal => AbortSignal.any([stop, budget])

const designOf = (name: string, { nodes, edges, groups, simulation }: Flow): CreateExperimentRequest['design'] => ({
  ...{ name, documentVersion: DOCUMENT_VERSION, nodes: [...nodes], edges: [...edges] },
  ...(groups && { groups: [...groups] }),
  ...(simulation && { simulation }),
})

/** The line for the terminal that asks the same of the design's file. */
export const lineOf = (word: string, design: { readonly name: string }): string => commandLine(word, [fileOf(design)])
