import type { MessageOutcome, RequestCounts, RunOutcome } from '../outcome.ts'

/** Throws where a run lost a request or made one up: no figure of it could be believed. */
export function checkConservation({ seed, requests, byClient, byClass, links, messages }: RunOutcome): void {
  checkMessages('all connections', seed, messages)
  for (const [index, link] of links.entries()) checkMessages(`connection ${index}`, seed, link.messages)
  checkCounts('all requests', seed, requests)
  for (const [name, parts] of Object.entries({ client: byClient, 'request type': byClass })) {
    for (const [index, counts] of parts.entries()) checkCounts(`${name} ${index}`, seed, counts)
    for (const count of ['arrived', 'completed', 'failed'] as const) {
      const sum = parts.reduce((total, one) => total + one[count], 0)
      if (parts.length > 0 && sum !== requests[count])
        throw lost(seed, `${count}: ${sum} by ${name}, ${requests[count]} of all requests`)
    }
  }
}

function checkCounts(name: string, seed: number, counts: RequestCounts): void {
  const { arrived, inFlightAtStart, completed, failed, inFlightAtEnd, reasons, response } = counts
  if (arrived + inFlightAtStart !== completed + failed + inFlightAtEnd)
    throw lost(
      seed,
      `${name}: ${arrived} arrived + ${inFlightAtStart} before, but ${completed} completed + ${failed} failed + ${inFlightAtEnd} left`,
    )
  const explained = Object.values(reasons).reduce((sum, count) => sum + count, 0)
  if (explained !== failed) throw lost(seed, `${name}: ${failed} failed, ${explained} with a reason`)
  if (response.count !== completed) throw lost(seed, `${name}: ${completed} completed, ${response.count} timed`)
}

function checkMessages(name: string, seed: number, messages: MessageOutcome | null): void {
  if (messages === null) return
  const { waitingAtStart, published, processed, failed, expired, lost: gone, waitingAtEnd } = messages
  const ended = processed + failed + expired + gone
  if (waitingAtStart + published !== ended + waitingAtEnd)
    throw lost(
      seed,
      `${name}: ${published} messages published + ${waitingAtStart} before, but ${ended} ended + ${waitingAtEnd} wait`,
    )
}

const lost = (seed: number, what: string): Error =>
  new Error(`The engine broke its law of conservation with seed ${seed}: ${what}. This is a fault of the engine.`)
