import type { EdgeLook } from '@plimsoll/catalog'

/** Lengths of a dash and of the gap after it, in px. */
const DASHES = [6, 5] as const

/** The broad stroke under an edge that is highlighted. */
export const HIGHLIGHT = { color: '--warn', opacity: 0.22, width: 10 } as const

/** Lengths of dashes and gaps; none where the edge is drawn through. */
export const dashesOf = ({ dashed, animated }: EdgeLook): readonly number[] => (dashed || animated ? DASHES : [])
