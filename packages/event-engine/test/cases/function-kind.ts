import type { Rng } from '@plimsoll/simulation'
import { Unmapped } from '../../../../tooling/reference-cases/reference-case.ts'

/** A kind of case that asks for a rule of the event engine rather than for a run; known by the names of its inputs and figures. */
export interface FunctionKind {
  readonly about: string
  readonly needs: readonly string[]
  /** Further inputs that it understands. */
  readonly may?: readonly string[]
  readonly figures: (inputs: never, given: Given) => Figures
}

/** How a figure is measured, by the key under which it is expected; what the key's groups catch is given to it. */
export type Figures = readonly (readonly [key: RegExp, measure: (...caught: string[]) => unknown])[]

interface Given {
  readonly title: string
  readonly rng: Rng
  /** Whether the case asks for a simulated figure with its interval. */
  readonly isTraced: boolean
  /** So many, where requests are simulated. */
  readonly requests: number
  /** Times as long as the case asks for. */
  readonly length: number
}

export function demand(holds: boolean, otherwise: string): void {
  if (!holds) throw new Unmapped(otherwise)
}

export function existing<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Unmapped(`Nothing is told of ${name}.`)
  return value
}

export function oneOf<T extends string>(known: readonly T[], value: string): T {
  const found = known.find((one) => one === value)
  if (found === undefined) throw new Unmapped(`"${value}" is none of ${known.join(', ')}.`)
  return found
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
