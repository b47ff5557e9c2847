import { createFairQueue } from './fair-queue.ts'
import { type Whose, whose } from './on-behalf-of.ts'

interface FairSlotsOptions {
  /** How many may work. */
  atOnce: number
  /** How many of one party may. */
  atOnceOfParty?: number
  /** How many may wait, and how many of one party. */
  waiting: number
  waitingOfParty?: number
  /** What those are told for whom there is no room to wait. */
  refusal: () => Error
  /** Slots are free again in the next turn of the event loop only, so that nobody has more work done in one than the slots allow. */
  isByTurn?: boolean
}

export interface FairSlots {
  /** Waits for a slot, in the turn of whoever the caller works for where nobody is named. The returned function gives it back. */
  enter(who?: Whose): Promise<() => void>
  run<Result>(task: () => Promise<Result>, who?: Whose): Promise<Result>
}

interface Waiter {
  begin(): void
  refuse(error: Error): void
}

/** A bounded number of slots, which are handed out in turns. */
export function createFairSlots(options: FairSlotsOptions): FairSlots {
  const { atOnce, atOnceOfParty = atOnce, waiting, waitingOfParty = waiting, refusal, isByTurn = false } = options
  const queue = createFairQueue<Waiter>({ most: waiting, mostOfParty: waitingOfParty })
  const working = new Map<string, number>()
  let total = 0

  const hasSlot = (party: string) => total < atOnce && (working.get(party) ?? 0) < atOnceOfParty

  function begin(party: string) {
    total++
    working.set(party, (working.get(party) ?? 0) + 1)
  }

  function end(party: string) {
    total--
    const left = (working.get(party) ?? 0) - 1
    if (left > 0) working.set(party, left)
    else working.delete(party)
    queue.take(hasSlot)?.begin()
  }

  function wait(who: Whose): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        begin(who.party)
        resolve()
      }
      queue.add(who, { begin: start, refuse: reject })?.refuse(refusal())
    })
  }

  async function enter(given: Whose = whose()): Promise<() => void> {
    // Copied, because it may be known later who it is.
    const who = { ...given }
    if (hasSlot(who.party)) begin(who.party)
    else await wait(who)
    return () => void (isByTurn ? setImmediate(end, who.party) : end(who.party))
  }

  return {
    enter,
    async run(task, who) {
      const leave = await enter(who)
      try {
        return await task()
      } finally {
        leave()
      }
    },
  }
}
