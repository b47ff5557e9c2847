import { EVENT_FAILURES } from '../../failure-reasons.ts'
import { abandon } from '../answers.ts'
import { FLAG, NONE, STATE } from '../call-records.ts'
import { nodeOf } from '../calls.ts'
import { failAtOnce } from '../faults.ts'
import { KIND, type Run } from '../run.ts'
import { changePace } from '../sharing.ts'
import { callersIn, inFlight } from './callers.ts'
import type { Gone } from './match-parts.ts'

/** Fails what is at nodes that are gone, and on links that are. A visit elsewhere whose call came over such a link goes on alone. */
export function removeParts(run: Run, gone: Gone): void {
  const { records } = run
  const stations = run.stations.filter(({ model }) => gone.nodes.has(model.node))
  for (const station of stations) {
    changePace(run, station, () => {
      station.slots = 0
    })
  }
  const callers = callersIn(run)
  const struck = inFlight(run).flatMap((record) => {
    const fate = fateOf(run, record, { gone, isWaiting: callers.has(record) })
    return fate === null ? [] : [{ record, generation: records.generationOf(record), ...fate }]
  })
  // A caller that is struck itself is not told of its calls.
  const inOrder = [...struck.filter(({ goesOn }) => !goesOn), ...struck.filter(({ goesOn }) => goesOn)]
  for (const { record, generation, reason, goesOn } of inOrder) {
    if (records.generationOf(record) !== generation) continue
    const next = goesOn ? { kind: abandon(run, record, reason), record: run.record } : failAtOnce(run, record, reason)
    if (next.kind !== KIND.none) run.soon(next.kind, next.record)
  }
  for (const station of stations) {
    freeDropped(run, station.head)
    station.head = station.tail = NONE
  }
  for (const position of gone.links) {
    const link = run.links[position]!
    for (const part of link.poolParts) {
      freeDropped(run, part.head)
      part.head = part.tail = NONE
    }
  }
}

interface Fate {
  readonly reason: string
  /** Its caller learns of a failure, and it goes on without one. */
  readonly goesOn: boolean
}

/** What becomes of a request, a visit or a call where parts are gone; null: nothing. */
function fateOf(
  run: Run,
  record: number,
  { gone, isWaiting }: { readonly gone: Gone; readonly isWaiting: boolean },
): Fate | null {
  const { records } = run
  const isRoot = records.has(record, FLAG.root)
  const link = run.links[records.linkOf(record)]
  const fails = (reason: string | null): Fate | null => (reason === null ? null : { reason, goesOn: false })
  if (link === undefined && !isRoot) return null
  const hasArrived = link === undefined || isWaiting || records.has(record, FLAG.atStation)
  if (hasArrived && gone.nodes.has(nodeOf(run, record).index)) return fails(EVENT_FAILURES.currentNodeGone)
  const isOnTheWay = !hasArrived && (records.has(record, FLAG.isOpen) || records.stateOf(record) === STATE.lost)
  if (isOnTheWay && link !== undefined && link.goneFor !== null) return fails(link.goneFor)
  const call = isRoot ? undefined : run.links[records.callLinkOf(record)]
  if (call === undefined || call.goneFor === null) return null
  return { reason: call.goneFor, goesOn: hasArrived || isOnTheWay }
}

/** Frees what was dropped from a queue. */
function freeDropped({ records }: Run, head: number): void {
  for (let record = head; record !== NONE; ) {
    const next = records.nextOf(record)
    records.giveBack(record)
    record = next
  }
}
