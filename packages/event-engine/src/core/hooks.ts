import { cancel, noteOutcome } from '../engine/answers.ts'
import { planArrival } from '../engine/arrivals.ts'
import { beginService } from '../engine/begin-service.ts'
import { acknowledge, askForPoolSlot, begin, isRepeat, nodeOf, waitInVain } from '../engine/calls.ts'
import { chooseLink } from '../engine/choosing.ts'
import { respond, send, sendFailure } from '../engine/crossing.ts'
import { deliver, releasePoolSlot } from '../engine/pooling.ts'
import type { Next, Run } from '../engine/run.ts'
import { dispatch } from '../engine/run-model.ts'
import { joinShared } from '../engine/sharing.ts'
import { vanish } from '../engine/vanishing.ts'
import { arrive, leaveStation, lookUp, wait } from '../engine/visits.ts'
import { EVENT_FAILURES } from '../failure-reasons.ts'
import type { CoreTracer } from './core-tracer.ts'

/** Reasons that the core knows, in its order. */
export const REASONS = [
  'timeout',
  'randomFailure',
  'edgeFailure',
  'packetLost',
  'expired',
  'queueFull',
  'connectionRefused',
  'overload',
  'outOfMemory',
  'nodeDown',
  'noTarget',
] as const

/** The core that calls. */
export interface Caller {
  readonly run: () => Run
  readonly tracer: () => CoreTracer
  readonly horizonMs: () => number
  /** Brings the engine up to what has happened in the core. */
  readonly settle: () => void
  /** Counts a value for which one of so many recorders has no count yet. */
  readonly countBeyond: (recorders: number, place: number, bucket: number) => void
  /** Why the limit of a row refuses. */
  readonly reasonAt: (row: number) => string
}

/** What the engine's own code does for the core, by the names of `assembly/hooks.ts`: all that is rare. */
export function hooksFor({ run, tracer, horizonMs, settle, countBeyond, reasonAt }: Caller) {
  const hook =
    <A extends readonly number[], R>(does: (run: Run, ...args: A) => R) =>
    (...args: A): R => {
      settle()
      return does(run(), ...args)
    }
  return {
    slow: hook((run, kind: number, record: number) => {
      run.record = record
      return dispatch(run, kind as Next, horizonMs())
    }),
    countBeyond: hook((_, recorders: number, place: number, bucket: number) => countBeyond(recorders, place, bucket)),
    noteSlow: hook(({ requests }, serial: number, responseMs: number) => requests.noteSlow(serial, responseMs)),
    giveUp: hook(({ messages, now, series }, link: number) => messages.giveUp(link, { now, spans: series.spans })),
    planArrival: hook((run, source: number) => planArrival(run, run.sources[source]!, horizonMs())),
    choose: hook((run, record: number) => {
      const node = nodeOf(run, record)
      const step = node.steps[run.records.classOf(record) * node.stepsPerClass + run.records.stepOf(record)]!
      return chooseLink(run, node, step, record)?.index ?? -1
    }),
    begin: hook((run, record: number, link: number) => begin(run, record, run.links[link]!)),
    askForPoolSlot: hook((run, record: number, link: number) => askForPoolSlot(run, record, run.links[link]!)),
    releasePoolSlot: hook((run, record: number, link: number) => releasePoolSlot(run, record, run.links[link]!)),
    deliver: hook((run, link: number) => deliver(run, run.links[link]!.deliveries!)),
    send: hook((run, record: number, link: number, firstMs: number) => send(run, record, run.links[link]!, firstMs)),
    respond: hook((run, record: number, link: number) => respond(run, record, run.links[link]!)),
    notePart: hook((run, record: number, group: number) => void run.poolPartOf.set(record, group)),
    isRepeat: hook((run, record: number) => isRepeat(run, record)),
    acknowledge: hook((run, record: number, link: number) => acknowledge(run, record, run.links[link]!)),
    waitInVain: hook((run, record: number, sender: number, link: number, leftMs: number) =>
      waitInVain(run, { record, sender, link: run.links[link]!, leftMs }),
    ),
    arrive: hook((run, record: number) => arrive(run, record)),
    traced: hook((_, request: number, record: number) => tracer().note(request, record)),
    limitCode: hook((run, row: number) => run.requests.codeOf(reasonAt(row))),
    code: hook((run, reason: number) => run.requests.codeOf(EVENT_FAILURES[REASONS[reason]!])),
    noteRefusal: (link: number, code: number) => {
      const { refused } = run().links[link]!
      refused[code] = (refused[code] ?? 0) + 1
    },
    sendFailure: hook((run, record: number, link: number) => sendFailure(run, record, run.links[link]!)),
    overflow: hook((run, station: number) => {
      const { overflow } = run.stations[station]!
      return REASONS.findIndex((reason) => EVENT_FAILURES[reason] === overflow)
    }),
    vanish: hook((run, record: number) => vanish(run, record, EVENT_FAILURES.nodeDown)),
    makeLine: hook((run, station: number, line: number) => void run.stations[station]!.storageLine(line)),
    noteOutcome: hook((run, link: number, isSuccess: number) => noteOutcome(run, run.links[link]!, isSuccess !== 0)),
    cancel: hook((run, record: number) => cancel(run, record)),
    wait: hook((run, record: number, station: number) => wait(run, run.stations[station]!, record)),
    beginService: hook((run, record: number, station: number) => beginService(run, run.stations[station]!, record)),
    lookUp: hook((run, record: number, node: number) => lookUp(run, run.nodes[node]!, record)),
    leaveStation: hook((run, record: number, isFailed: number) => leaveStation(run, record, isFailed !== 0)),
    joinShared: hook((run, record: number, station: number) => joinShared(run, run.stations[station]!, record)),
  }
}
