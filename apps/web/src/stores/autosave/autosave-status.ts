import type { Flow } from '@plimsoll/flow'
import { create } from 'zustand'

/**
 * Why this device keeps nothing: its storage fails, or is full; nobody knows yet whose board this is; a later version of the
 * product is open in another tab.
 */
export type Trouble = 'storage' | 'full' | 'owner' | 'outdated'

interface Keeping {
  /** Whether it is known whose board this is, and what this device has kept of it was brought back. */
  readonly isReady: boolean
  /** The flow as it was last written to this device. */
  readonly kept: Flow | null
  readonly trouble: Trouble | null
  /** Whether another tab of this browser has the same flow of the library open. */
  readonly isOpenElsewhere: boolean
  /** Whether another tab has saved the open flow since. */
  readonly isSavedElsewhere: boolean
}

const NOTHING_KNOWN: Keeping = {
  isReady: false,
  kept: null,
  trouble: null,
  isOpenElsewhere: false,
  isSavedElsewhere: false,
}

/** How the board is kept on this device. */
export const useKeeping = create<Keeping>()(() => NOTHING_KNOWN)

/** For the next user. */
export const resetKeeping = (): void => useKeeping.setState(NOTHING_KNOWN)
