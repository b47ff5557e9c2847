import { meanOf, mergeHistograms } from '../measure/histogram.ts'
import type { Model } from '../model.ts'
import type { LinkOutcome, NodeOutcome, RunOutcome } from '../outcome.ts'
import type { Hop, TimeSpent } from './report.ts'
import { type OfferedWork, offeredWork } from './work.ts'

interface Part extends Omit<Hop, 'share'> {
  /** Visits or calls of each request. */
  readonly visits: number
}

/** A hop of less is not reported: a millionth of the whole. */
const LEAST_SHARE = 1e-6
/** Where so much of the mean response was spent on calls that were given up, the parts are not those of the requests that completed. */
const GIVEN_UP = 0.01
/** Nor where so many requests failed. */
const FAILED = 0.05
/** Nor where they are so much more than the mean, and a component also has visits that nobody waits for, of other times. */
const EXCESS = 0.1

/** Where the mean response goes: waiting, service and network of what the requests wait for. */
export function timeSpent(model: Model, outcomes: readonly RunOutcome[], isReported: boolean): TimeSpent {
  const all = mergeHistograms(outcomes.map(({ requests }) => requests.response))
  if (!isReported || all.count === 0) return { meanMs: null, per: 'request', hops: [], otherMs: 0 }
  // Of the same requests as the parts.
  const meanMs = meanOf(all)
  const works = outcomes.map((outcome) => offeredWork(model, outcome))
  const lists = outcomes.map((outcome, index) => partsOf(model, outcome, works[index] as OfferedWork))
  const average = (index: number, of: 'waitingMs' | 'serviceMs' | 'networkMs' | 'visits') =>
    lists.reduce((sum, list) => sum + (list[index]?.[of] ?? 0), 0) / lists.length
  const parts = (lists[0] ?? []).map((part, index) => ({
    ...part,
    waitingMs: average(index, 'waitingMs'),
    serviceMs: average(index, 'serviceMs'),
    networkMs: average(index, 'networkMs'),
    visits: average(index, 'visits'),
  }))
  const explained = parts.reduce((sum, part) => sum + total(part), 0)
  const isMixed = works.some(({ awaitedVisits }) => awaitedVisits.some((share) => share > 0 && share < 1))
  const isPerVisit =
    givenUpMs(model, outcomes) > GIVEN_UP * meanMs ||
    failedShare(outcomes) > FAILED ||
    (isMixed && explained > (1 + EXCESS) * meanMs)
  const otherMs = isPerVisit ? 0 : Math.max(0, meanMs - explained)
  const hops = parts
    .map((part) => ({ ...part, share: explained > 0 ? total(part) / (explained + otherMs) : 0 }))
    .filter(({ share }) => share >= LEAST_SHARE)
    .sort((one, other) => other.share - one.share)
    .map(({ visits, waitingMs, serviceMs, networkMs, ...hop }): Hop => {
      const each = isPerVisit ? visits : 1
      return { ...hop, waitingMs: waitingMs / each, serviceMs: serviceMs / each, networkMs: networkMs / each }
    })
  return { meanMs, per: isPerVisit ? 'visit' : 'request', hops, otherMs }
}

function failedShare(outcomes: readonly RunOutcome[]): number {
  const failed = outcomes.reduce((sum, { requests }) => sum + requests.failed, 0)
  const completed = outcomes.reduce((sum, { requests }) => sum + requests.completed, 0)
  return failed / Math.max(1, completed + failed)
}

/** Time per request for which calls were waited for that were then given up. */
function givenUpMs({ links }: Model, outcomes: readonly RunOutcome[]): number {
  const sum = (of: (outcome: RunOutcome) => number) => outcomes.reduce((total, outcome) => total + of(outcome), 0)
  const waited = sum((outcome) =>
    links.reduce((total, { timeoutMs }, index) => {
      const { timedOut = 0 } = outcome.links[index] ?? {}
      return timedOut > 0 ? total + timedOut * timeoutMs : total
    }, 0),
  )
  return (
    waited /
    Math.max(
      1,
      sum(({ requests }) => requests.completed + requests.failed),
    )
  )
}

const total = ({ waitingMs, serviceMs, networkMs }: Pick<Hop, 'waitingMs' | 'serviceMs' | 'networkMs'>) =>
  waitingMs + serviceMs + networkMs

/** Of one run, per request that ended. */
function partsOf(model: Model, outcome: RunOutcome, work: OfferedWork): readonly Part[] {
  const ended = Math.max(1, outcome.requests.completed + outcome.requests.failed)
  const nodes = model.nodes.map((node, index): Part => {
    const { completed, failed, waitMs, serviceMs } = outcome.nodes[index] as NodeOutcome
    const visits = ((completed + failed) / ended) * (work.awaitedVisits[index] ?? 0)
    const local = model.sources.reduce(
      (sum, source, position) =>
        source.node === index ? sum + source.localMs * ((outcome.byClient[position]?.arrived ?? 0) / ended) : sum,
      0,
    )
    return {
      of: 'node',
      id: node.id,
      waitingMs: visits * waitMs,
      serviceMs: visits * serviceMs + local,
      networkMs: 0,
      visits: visits > 0 ? visits : 1,
    }
  })
  const links = work.links.map((link, index): Part => {
    const { attempts, refused, networkMs, lineWaitMs, poolWaitMs, messages } = outcome.links[index] as LinkOutcome
    const stopped = Object.values(refused).reduce((sum, count) => sum + count, 0)
    const share = work.awaitedCalls[index] ?? 0
    if (link.message !== null && messages !== null) {
      const handedOver = (messages.published / ended) * share
      return {
        of: 'edge',
        id: link.id,
        waitingMs: handedOver * lineWaitMs,
        serviceMs: 0,
        // Measured is the way there; the acknowledgement comes back.
        networkMs: handedOver * (networkMs - lineWaitMs + link.latencyMs),
        visits: handedOver,
      }
    }
    const calls = ((attempts - stopped) / ended) * share
    return {
      of: 'edge',
      id: link.id,
      waitingMs: calls * (poolWaitMs + lineWaitMs),
      serviceMs: 0,
      networkMs: calls * (networkMs - lineWaitMs),
      visits: calls,
    }
  })
  return [...nodes, ...links]
}
