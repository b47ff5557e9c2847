import { ApiError } from '../errors.ts'
import { createFairSlots } from '../fair-slots.ts'
import { REQUEST_POLICY } from '../modules/limits/limits.policy.ts'

interface RequestHeaders {
  header(name: string): string | undefined
}

/** Lets so many requests of a user be under way, of which few have large bodies; further ones wait in their order. See docs/decisions/0295. */
export function createUserRequests() {
  const { atOnce, waiting, largeAtOnce, largeWaiting, largeBytes } = REQUEST_POLICY
  const all = slotsOfUser(atOnce, waiting)
  const large = slotsOfUser(largeAtOnce, largeWaiting)

  /** Runs what a request asks for. Throws 'client/too-many-requests' where too many of its user wait. */
  return function underWay(request: RequestHeaders, work: () => Promise<void>): Promise<void> {
    // A body of unknown length may be large.
    const bytes = Number(request.header('content-length') ?? (request.header('transfer-encoding') ? Infinity : 0))
    return bytes > largeBytes ? large.run(() => all.run(work)) : all.run(work)
  }
}

function slotsOfUser(atOnceOfParty: number, waitingOfParty: number) {
  return createFairSlots({
    ...{ atOnce: Number.POSITIVE_INFINITY, atOnceOfParty },
    ...{ waiting: Number.POSITIVE_INFINITY, waitingOfParty },
    refusal: () =>
      new ApiError('client/too-many-requests', {
        message: 'Too many of your requests are under way. Please wait a second before you try again.',
        headers: { 'retry-after': '1', connection: 'close' },
      }),
  })
}
