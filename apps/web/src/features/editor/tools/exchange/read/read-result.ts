import type { Flow } from '@plimsoll/flow'
import type { Heading } from '../../../../../stores/board.ts'

/** What a text holds; what could not be taken over stands in `leftOut`, in words. */
export type ReadResult =
  | {
      readonly ok: true
      /** What the text itself says that it is called. */
      readonly heading: Heading | null
      readonly flow: Flow
      readonly leftOut: readonly string[]
    }
  /** Why it cannot be read, the first fault first; at least one. */
  | { readonly ok: false; readonly faults: readonly string[] }
