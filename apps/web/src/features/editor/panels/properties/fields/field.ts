import type { Option, Property } from '@plimsoll/catalog'
import type { Limits } from './number-entry.ts'

/** A new value, or what becomes of the present one. */
export type Next<V> = V | ((present: V) => V)

/** What every field gets: the declaration, what it shows now, and the way to change it. */
export interface FieldProps<V = unknown, P extends Property = Property> extends Limits {
  readonly id: string
  /** Id of the element with the help text. */
  readonly helpId: string
  readonly property: P
  /** What all selected elements hold, of lists the entries that all hold; undefined where other values differ. */
  readonly value: V | undefined
  /** Whether some of them hold something else. */
  readonly isMixed: boolean
  readonly options: readonly Option[]
  /** What a number may be, in words: `1 – 128 cores`. */
  readonly range: string
  /** Whether so many are selected that what is typed is taken only when it is done. */
  readonly isTakenLate: boolean
  /** Null when taken, else why not. Changes in a row for the same `step` are undone as one. */
  readonly change: (next: Next<V>, step?: object) => string | null
  /** Makes the last step as if it had not been, if it is this one; redo brings it again only where that is asked for. */
  readonly takeBack: (step: object, options?: { readonly isRedoable?: boolean }) => void
}

/** What a field says while the selected elements differ. */
export const MIXED = 'Mixed'

/** The property of type `T`. */
export type Of<T extends Property['type']> = Extract<Property, { type: T }>
