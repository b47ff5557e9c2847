import { existing } from '../../../../tooling/reference-cases/reference-case.ts'
import { quantileOf, shareAbove } from '../../src/measure/histogram.ts'
import type { MessageOutcome } from '../../src/outcome.ts'
import { mergeRuns } from '../../src/report/merge.ts'
import type { Objective } from '../../src/report/objectives.ts'
import { type Measured, settingsOf } from './bench.ts'
import { edgesOf, nodeNamed, requestsNamed } from './measured-parts.ts'
import type { Asked, Measurement } from './measurement.ts'

type By = NonNullable<Asked['by']>

/** Measured over a whole run. */
const overRun = (
  of: (measured: Measured, asked: { readonly of: string | undefined; readonly by: By }) => number,
): Measurement => ({
  of: (context, { variant, of: part, by = {} }) => of(context.run(variant), { of: part, by }),
})

/** One number of an object by its name. */
function numberIn(object: object, name: unknown): number {
  const value = (object as Readonly<Record<string, unknown>>)[String(name)]
  return Number(existing(typeof value === 'number' ? value : null, `count ${name}`))
}

const edgeNamed = (measured: Measured, id: string | undefined) =>
  existing(
    edgesOf(measured).find((edge) => edge.id === id),
    `edge ${id}`,
  )

/** Of an edge, or of all. */
const messagesOf = (measured: Measured, edge: string | undefined): MessageOutcome =>
  existing(edge === undefined ? measured.outcome.messages : edgeNamed(measured, edge).messages, 'message')

const REPLICATIONS = 5

/** What is counted at a part, by the name that it has in an outcome, and what an objective comes to. */
export const COUNT_MEASUREMENTS: Readonly<Record<string, Measurement>> = {
  requestCount: overRun(({ outcome }, { by }) => numberIn(outcome.requests, by.count)),
  requestsOf: overRun((measured, { of, by }) =>
    numberIn(existing(requestsNamed(measured, of ?? ''), `requests of ${of}`), by.count),
  ),
  requestsFailedFor: overRun(({ outcome }, { by }) => outcome.requests.reasons[String(by.reason)] ?? 0),
  /** Of the completed requests, those that took longer than `fromMs` and at most `toMs`. */
  responseShare: overRun(
    ({ outcome: { requests } }, { by }) =>
      shareAbove(requests.response, Number(by.fromMs)) - shareAbove(requests.response, Number(by.toMs)),
  ),
  nodeCount: overRun((measured, { of, by }) => numberIn(nodeNamed(measured, of ?? ''), by.count)),
  edgeCount: overRun((measured, { of, by }) => numberIn(edgeNamed(measured, of), by.count)),
  callsRefusedFor: overRun((measured, { of, by }) => edgeNamed(measured, of).refused[String(by.reason)] ?? 0),
  messageCount: overRun((measured, { of, by }) => numberIn(messagesOf(measured, of), by.count)),
  messageCountAt: overRun((measured, { of, by }) =>
    existing(messagesOf(measured, of).waiting[Number(by.second) - 1], `lag at ${by.second} s`),
  ),
  /** The mean, or a percentile by its share. */
  messageDelayMs: overRun((measured, { of, by }) => {
    const { delay } = messagesOf(measured, of)
    return by.share === undefined ? delay.sum / delay.count : quantileOf(delay, Number(by.share))
  }),
  /** What several runs say of an objective. */
  verdict: {
    chance: 'many seeds',
    of: ({ bench, diagram, seed }, { variant, by = {} }) => {
      const asked = diagram(variant)
      const settings = settingsOf(asked)
      const { durationMs, warmUpMs } = settings
      const outcomes = Array.from(
        { length: REPLICATIONS },
        (_, index) => bench.runFor(asked, durationMs / 1000, seed + index, { warmUpMs }).outcome,
      )
      const flow = bench.flow(asked)
      const objective = { comparison: '<', ...by } as unknown as Objective
      const about = { name: '', flow, settings, model: bench.model(asked), notes: [], outcomes }
      return existing(mergeRuns({ ...about, objectives: [objective] }).objectives[0], 'verdict').result
    },
  },
}
