import type { Clock } from './clock.ts'
import type { TabChannel } from './tab-channel.ts'

/** Lets one tab at a time write a draft. A lock ends with its tab, however that ends. */
export interface TabLocks {
  /** Gives back how to release the lock; null when another tab holds it. */
  acquire(draft: string): Promise<(() => void) | null>
  /** The drafts whose locks other tabs hold. */
  heldByOthers(): Promise<ReadonlySet<string>>
}

const PREFIX = 'plimsoll-board-'
/** How long other tabs have to say what they hold: one that is busy or in the background is slow, and one that is not heard shares its draft. */
const ANSWER_MS = 500

/** The browser's locks; where the page came neither over https nor from this machine there are none, and tabs ask each other. */
export const createTabLocks = (locks: LockManager | undefined, channel: TabChannel, clock: Clock): TabLocks =>
  locks ? createWebLocks(locks) : createAskedLocks(channel, clock)

function createWebLocks(locks: LockManager): TabLocks {
  /** A lock stays here until the browser has noticed that it is released. */
  const own = new Set<string>()
  return {
    acquire: (draft) => {
      const released = Promise.withResolvers<void>()
      return new Promise((resolve) => {
        const release = () => released.resolve()
        const request = locks.request(PREFIX + draft, { ifAvailable: true }, (lock) => {
          if (lock === null) return resolve(null)
          own.add(draft)
          resolve(release)
          return released.promise.finally(() => own.delete(draft))
        })
        // A browser that refuses locks does not keep anybody from drawing.
        request.catch(() => resolve(release))
      })
    },
    heldByOthers: async () => {
      const { held = [] } = await locks.query()
      const drafts = held.map(({ name = '' }) => name).filter((name) => name.startsWith(PREFIX))
      return new Set(drafts.map((name) => name.slice(PREFIX.length)).filter((draft) => !own.has(draft)))
    },
  }
}

function createAskedLocks(channel: TabChannel, clock: Clock): TabLocks {
  const own = new Set<string>()
  channel.subscribe({
    who: () => {
      for (const draft of own) channel.post({ kind: 'holds', draft })
    },
  })
  return {
    acquire: async (draft) => {
      own.add(draft)
      return () => own.delete(draft)
    },
    heldByOthers: async () => {
      const held = new Set<string>()
      const stop = channel.subscribe({ holds: ({ draft }) => held.add(draft) })
      channel.post({ kind: 'who' })
      await new Promise<void>((resolve) => clock.after(ANSWER_MS, resolve))
      stop()
      return held
    },
  }
}
