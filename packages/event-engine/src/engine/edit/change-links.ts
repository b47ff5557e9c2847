import { EVENT_FAILURES } from '../../failure-reasons.ts'
import type { LinkModel } from '../../model.ts'
import { NONE } from '../call-records.ts'
import type { Link } from '../link.ts'
import { KIND, type Run } from '../run.ts'
import { watchesCalls } from '../running-node.ts'
import { kept } from './kept.ts'
import type { Gone, Matched } from './match-parts.ts'

/** Lets the links of a run follow their models. Returns those that changed: calls may wait for their pools that need not any more. */
export function changeLinks(run: Run, { model, present }: Matched, gone: Gone): readonly Link[] {
  const watches = new Map(present.nodes.map((position, index) => [position, watchesCalls(model.nodes[index]!)]))
  const changed = [...present.links.entries()].flatMap(([index, position]) => {
    const link = run.links[position]!
    const next = model.links[index]!
    const isWatched = watches.get(next.source) === true
    return link.model !== next && changeLink(run, link, next, isWatched) ? [link] : []
  })
  for (const position of gone.links) closeDown(run, run.links[position]!, gone)
  return changed
}

function changeLink(run: Run, link: Link, model: LinkModel, isWatched: boolean): boolean {
  const before = link.model
  const next = kept(before, { ...model, pool: poolAfter(before, model) })
  if (next === before && link.goneFor === null && link.isWatched === isWatched) return false
  const hadTimeout = link.timeoutFifo >= 0
  if (link.goneFor !== null) link.isOut = false
  link.goneFor = null
  link.follow(next, { isWatched, now: run.now })
  if (!hadTimeout && link.timeoutFifo >= 0) timeWaiting(run, link)
  return true
}

/** A pool that is given up has room for everybody: there may be calls that have a slot of it, and calls that wait for one. */
function poolAfter({ pool: before }: LinkModel, { pool }: LinkModel): LinkModel['pool'] {
  if (pool !== null || before === null) return pool
  const none = Number.POSITIVE_INFINITY
  const unlimited = { size: none, kept: none, queue: none, expiryMs: none }
  return { ...before, ...unlimited, followsTarget: false, openMs: 0, holdMs: 0 }
}

/** Calls that are not sent yet, since they wait for the pool, are given the timeout, too. */
function timeWaiting({ records, events }: Run, link: Link): void {
  for (const { head } of link.poolParts)
    for (let record = head; record !== NONE; record = records.nextOf(record))
      events.after(link.timeoutFifo, KIND.timeout, record, records.generationOf(record))
}

/** No call is made over it any more, nor tried again, and none is given a slot of its pool. */
function closeDown(run: Run, link: Link, gone: Gone): void {
  if (link.goneFor === null) {
    const { model } = link
    const pool = model.pool && { ...model.pool, size: 0 }
    link.follow({ ...model, retry: null, breaker: null, pool }, { isWatched: false, now: run.now })
  }
  link.goneFor = gone.nodes.has(link.target) ? EVENT_FAILURES.noTarget : EVENT_FAILURES.nextEdgeGone
  link.isOut = true
  link.ejectedUntil = link.poolOpened = 0
}
