import { followTabs, tellTabs } from './tab-channel.ts'

/** Absent where the page came neither over https nor from this machine: then other tabs are asked what they hold. */
const locks: LockManager | undefined = navigator.locks

/** How long other tabs have to say what they hold. */
const TO_ANSWER_MS = 150

const nameOf = (board: string) => `plimsoll-board-${board}`

/** What this tab holds, or is about to; what it lets go of, until the browser has noticed. */
let claimed: string | null = null
const own = new Map<string, PromiseWithResolvers<void>>()

/** Holds the board for this tab until it is let go or the tab is no more; false when another tab holds it. */
export function claimBoard(board: string): Promise<boolean> {
  if (board === claimed) return Promise.resolve(true)
  releaseBoard()
  claimed = board
  if (!locks) return Promise.resolve(true)
  const released = Promise.withResolvers<void>()
  own.set(board, released)
  return new Promise((resolve) => {
    const settle = locks.request(nameOf(board), { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      return lock === null ? undefined : released.promise
    })
    settle.catch(() => resolve(true)).finally(() => own.get(board) === released && own.delete(board))
  })
}

/** Lets go of the board that was claimed last. */
export function releaseBoard(): void {
  if (claimed !== null) own.get(claimed)?.resolve()
  claimed = null
}

/** Whether this tab shows the board. */
export const isHeldHere = (board: string): boolean => board === claimed

/** Tells which boards other tabs hold. */
export async function boardsHeldElsewhere(): Promise<(board: string) => boolean> {
  const held = locks ? ((await locks.query()).held ?? []).map(({ name }) => name) : await namesCalled()
  return (board) => !own.has(board) && held.includes(nameOf(board))
}

/** What other tabs hold, as they themselves say. */
async function namesCalled(): Promise<string[]> {
  const names: string[] = []
  const stop = followTabs({ holds: ({ board }) => names.push(nameOf(board)) })
  tellTabs({ kind: 'who' })
  await new Promise((resolve) => setTimeout(resolve, TO_ANSWER_MS))
  stop()
  return names
}

if (!locks) followTabs({ who: () => claimed !== null && tellTabs({ kind: 'holds', board: claimed }) })

/**
 * Holds a flow of the library for this tab, and tells every tab that has it, too: `tell` is called with true once another tab has it,
 * and with false once none has it any more. Gives back how to let it go.
 */
export function holdFlow(flow: string, tell: (isElsewhere: boolean) => void): () => void {
  if (!locks) return () => {}
  const prefix = `plimsoll-flow-${flow}-tab-`
  const name = `${prefix}${crypto.getRandomValues(new BigUint64Array(1)).join()}`
  const gone = new AbortController()
  const { signal } = gone
  const others = new Set<string>()

  // Whatever ends a tab ends its lock.
  const waitFor = async (other: string) => {
    if (others.size === 0) tell(true)
    others.add(other)
    await locks.request(other, { mode: 'shared', signal }, () => {})
    others.delete(other)
    if (others.size === 0) tell(false)
  }
  const look = async () => {
    const { held = [] } = await locks.query()
    if (signal.aborted) return
    for (const { name: other = '', mode } of held)
      if (other.startsWith(prefix) && mode === 'exclusive' && other !== name && !others.has(other))
        waitFor(other).catch(() => {})
  }
  const unfollow = followTabs({ opened: (message) => message.flow === flow && void look().catch(() => {}) })
  const hold = () =>
    locks.request(name, { signal }, () => {
      tellTabs({ kind: 'opened', flow })
      void look().catch(() => {})
      return new Promise<void>((release) => signal.addEventListener('abort', () => release()))
    })
  hold().catch(() => {})
  return () => {
    unfollow()
    gone.abort()
  }
}
