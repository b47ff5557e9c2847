import { REQUEST_POLICY } from '../modules/limits/limits.policy.ts'
import { createPatientSlots } from '../patient-slots.ts'

interface RequestHeaders {
  header(name: string): string | undefined
}

const MESSAGE = 'Too many of your requests are under way. Please wait a second before you try again.'

/** Lets so many requests of a user be under way, of which few have large bodies; further ones wait in their order. See docs/decisions/0295. */
export function createUserRequests() {
  const { atOnce, waiting, patienceMs, largeAtOnce, largeWaiting, largeBytes } = REQUEST_POLICY
  const ofUser = createPatientSlots({ atOnce, waiting, patienceMs, message: MESSAGE })
  // What is refused with its body unread must not arrive.
  const large = createPatientSlots({
    ...{ atOnce: largeAtOnce, waiting: largeWaiting, message: MESSAGE },
    headers: { connection: 'close' },
  })

  /** Runs what a request of the user asks for. Throws 'client/too-many-requests' where too many wait. */
  return function underWay(userId: string, request: RequestHeaders, work: () => Promise<void>): Promise<void> {
    const who = { party: userId, member: '' }
    const inTurn = () => ofUser(work, who)
    // A body of unknown length may be large.
    const bytes = Number(request.header('content-length') ?? (request.header('transfer-encoding') ? Infinity : 0))
    return bytes > largeBytes ? large(inTurn, who) : inTurn()
  }
}
