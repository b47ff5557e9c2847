import { bounded } from '@plimsoll/simulation'

/** No duration, size or number in a model is larger, but Infinity. */
export const MOST = 1e12

/** More instances than that count as that many. */
const MOST_INSTANCES = 1e9

/** A rate above which nothing is limited: no run comes near it. */
export const UNLIMITED_RATE = 1e9

/** A number of the diagram brought into range; `absent` where it has none. */
export const amount = (value: number | undefined, absent: number, min = 0, max = MOST): number =>
  value === undefined ? absent : bounded(value, min, max)

export const share = (value: number | undefined, absent = 0): number => amount(value, absent, 0, 1)

/** A number of instances or copies: whole, and at least one. */
export const instances = (value: number | undefined, absent: number, min = 1): number =>
  Math.round(amount(value, absent, min, MOST_INSTANCES))
