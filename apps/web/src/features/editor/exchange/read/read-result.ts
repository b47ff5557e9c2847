import type { Flow } from '@plimsoll/flow'

/** What a text holds; what could not be taken over stands in `leftOut`, in words. */
export type ReadResult =
  | {
      readonly ok: true
      readonly name: string | null
      readonly flow: Flow
      readonly leftOut: readonly string[]
    }
  | { readonly ok: false; readonly message: string }
