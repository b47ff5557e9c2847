import type { Option, Property } from '@plimsoll/catalog'
import type { Limits } from './number-entry.ts'

/** What every field gets: the declaration, what it shows now, and the way to change it. */
export interface FieldProps<V = unknown, P extends Property = Property> extends Limits {
  readonly id: string
  /** Id of the element with the help text. */
  readonly helpId: string
  readonly property: P
  readonly value: V
  readonly options: readonly Option[]
  /** What a number may be, in words: `1 – 128 cores`. */
  readonly range: string
  /** Null when taken, else why not. */
  readonly change: (value: V) => string | null
}

/** The property of type `T`. */
export type Of<T extends Property['type']> = Extract<Property, { type: T }>
