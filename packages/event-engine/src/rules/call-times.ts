import type { LinkModel } from '../model.ts'

/**
 * Time of a call that takes so long at its target, and on the way there and, where it is answered, back, if nothing is in the way.
 * `admittedShare`: of the calls that come there. What the target rejects has no answer to carry.
 */
export function callMs(link: LinkModel, atTargetMs: number, admittedShare = 1): number {
  const answerMs = admittedShare * Math.max(link.responseLineMs, link.responseAccessMs)
  const backMs = link.replies ? link.latencyMs + answerMs : 0
  const toldMs = sentMs(link) + passShare(link) * (atTargetMs + backMs)
  // A call that is lost for good ends with its timeout.
  return Number.isFinite(link.timeoutMs)
    ? toldMs + lostShare(link) * Math.max(0, link.timeoutMs - sentMs(link))
    : toldMs
}

/** Share of the calls over a link that, once let go, reach its target whatever the load there. */
export const passShare = (link: Pick<LinkModel, 'loss' | 'failureProbability'>): number =>
  (1 - link.failureProbability) * (1 - lostShare(link))

const lostShare = ({ loss }: Pick<LinkModel, 'loss'>): number =>
  loss?.delayMs === Number.POSITIVE_INFINITY ? 1 - (1 - loss.probability) ** loss.packets : 0

/** A link as its users find it in the mean, of whom such a share is far: the times of calls are sums of its times. */
export function forUsers(link: LinkModel, farShare: number): LinkModel {
  const { far, latencyMs, setupMs, loss, reconnect } = link
  if (far === null) return link
  return {
    ...link,
    latencyMs: latencyMs + farShare * far.ms,
    setupMs: setupMs + farShare * far.setupMs,
    loss: loss && { ...loss, delayMs: loss.delayMs + farShare * far.lossMs },
    reconnect: reconnect && { ...reconnect, ms: reconnect.ms + farShare * far.reconnectMs },
  }
}

/** Time until a sender knows that its message is handed over, if nothing is in the way. */
export const handOverMs = (link: LinkModel): number => sentMs(link) + link.latencyMs

function sentMs(link: LinkModel): number {
  const { setupMs, latencyMs, requestLineMs, requestAccessMs, reconnect } = link
  const againMs = resentMs(link) + (reconnect === null ? 0 : reconnect.probability * reconnect.ms)
  return setupMs + latencyMs + Math.max(requestLineMs, requestAccessMs) + againMs
}

/** Mean time until packets that were lost have come: losses are geometric. */
function resentMs({ loss }: LinkModel): number {
  if (loss === null || loss.delayMs === Number.POSITIVE_INFINITY || loss.probability >= 1) return 0
  return (loss.packets * loss.delayMs * loss.probability) / (1 - loss.probability)
}
