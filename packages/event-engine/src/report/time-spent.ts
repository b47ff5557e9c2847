import { meanOf, mergeHistograms } from '../measure/histogram.ts'
import type { Model } from '../model.ts'
import type { LinkOutcome, NodeOutcome, RunOutcome } from '../outcome.ts'
import type { Hop, TimeSpent } from './report.ts'
import { type OfferedWork, offeredWork } from './work.ts'

type Part = Omit<Hop, 'share'>

/** A hop of less is not reported: a millionth of the whole. */
const LEAST_SHARE = 1e-6

/** Where the mean response goes: waiting, service and network of what the requests wait for. */
export function timeSpent(model: Model, outcomes: readonly RunOutcome[], isReported: boolean): TimeSpent {
  const all = mergeHistograms(outcomes.map(({ requests }) => requests.response))
  if (!isReported || all.count === 0) return { meanMs: null, hops: [], otherMs: 0 }
  // Of the same requests as the parts.
  const meanMs = meanOf(all)
  const lists = outcomes.map((outcome) => partsOf(model, outcome, offeredWork(model, outcome)))
  const average = (index: number, of: 'waitingMs' | 'serviceMs' | 'networkMs') =>
    lists.reduce((sum, list) => sum + (list[index]?.[of] ?? 0), 0) / lists.length
  const parts = (lists[0] ?? []).map((part, index) => ({
    ...part,
    waitingMs: average(index, 'waitingMs'),
    serviceMs: average(index, 'serviceMs'),
    networkMs: average(index, 'networkMs'),
  }))
  const explained = parts.reduce((sum, part) => sum + total(part), 0)
  const otherMs = Math.max(0, meanMs - explained)
  const hops = parts
    .map((part) => ({ ...part, share: explained > 0 ? total(part) / (explained + otherMs) : 0 }))
    .filter(({ share }) => share >= LEAST_SHARE)
    .sort((one, other) => other.share - one.share)
  return { meanMs, hops, otherMs }
}

const total = ({ waitingMs, serviceMs, networkMs }: Part) => waitingMs + serviceMs + networkMs

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
    }
  })
  const links = model.links.map((link, index): Part => {
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
      }
    }
    const calls = ((attempts - stopped) / ended) * share
    return {
      of: 'edge',
      id: link.id,
      waitingMs: calls * (poolWaitMs + lineWaitMs),
      serviceMs: 0,
      networkMs: calls * (networkMs - lineWaitMs),
    }
  })
  return [...nodes, ...links]
}
