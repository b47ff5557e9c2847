import type { Flow } from '@plimsoll/flow'
import { createStore } from 'zustand/vanilla'
import { OutdatedError } from './draft-storage.ts'

/**
 * Why no draft is written: the storage fails, or is full; nobody knows yet who is signed in; a later version of the product is open in
 * another tab.
 */
export type Trouble = 'storage' | 'full' | 'owner' | 'outdated'

export interface AutosaveStatus {
  /** Whether it is known who is signed in, and their last draft was restored. */
  readonly isReady: boolean
  /** The flow as it was last written to this device. */
  readonly written: Flow | null
  readonly trouble: Trouble | null
  /** Whether another tab of this browser has the same flow of the library open. */
  readonly isOpenElsewhere: boolean
  /** Whether another tab has saved the open flow since. */
  readonly isSavedElsewhere: boolean
}

export const NO_STATUS: AutosaveStatus = {
  isReady: false,
  written: null,
  trouble: null,
  isOpenElsewhere: false,
  isSavedElsewhere: false,
}

export const createStatus = () => createStore<AutosaveStatus>()(() => NO_STATUS)

export function troubleOf(error: unknown): Trouble {
  if (error instanceof OutdatedError) return 'outdated'
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'storage'
}
