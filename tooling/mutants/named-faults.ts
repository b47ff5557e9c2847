import type { NamedFault } from './named.ts'

/** Always tried, beside the sample. */
export const NAMED_FAULTS: readonly NamedFault[] = []
