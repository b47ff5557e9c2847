/** How far measured figures may be from the expected ones; what the rules mean is told at the head of a file of cases. */
export interface Tolerance {
  readonly rule: string
  /** Of figures that have none of their own: a share of the figure, or a distance. */
  readonly rel?: number
  readonly abs?: number
  /** By the key of an expected figure: a share of it, or a distance. */
  readonly metrics?: Readonly<Record<string, { readonly rel?: number; readonly abs?: number }>>
  /** Of a statistical case: completed requests that each replication has at least. */
  readonly minRequestsPerReplication?: number
  /** Sentences that must be true, where they do not stand among what is expected. */
  readonly assert_?: readonly string[]
}

/** A case with a known answer, as it stands in a file of cases. */
export interface ReferenceCase {
  readonly id: string
  readonly title: string
  /** What it is of; the cases of the live engine are `live`. */
  readonly group: string
  /** What of the engine it is put to: a whole diagram, a function … */
  readonly level?: string
  readonly inputs: Readonly<Record<string, unknown>>
  readonly expected: Readonly<Record<string, unknown>>
  readonly tolerance: Tolerance
}

/** What cases of a file share: the properties that they leave out, and each other. */
export interface CaseFile {
  /** By name: by type of a node, and `edge`, the properties that are switched off. */
  readonly profiles: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly cases: readonly ReferenceCase[]
}

export interface Replication {
  readonly seed: number
  /** Times as long as the case asks for. */
  readonly length: number
}

/** A sentence of a case, and whether it was true of one seed. */
export interface Assertion {
  readonly text: string
  readonly holds: boolean
  /** What was measured, in a few words. */
  readonly found: string
}

export interface Assessment {
  readonly assertions: readonly Assertion[]
  /** Chance plays no part, so that every seed must agree; or the sentences themselves are about many seeds, and one look is all. */
  readonly by: 'chance' | 'no chance' | 'many seeds'
}

/** Measures the cases of an engine. */
export interface CaseRunner {
  /** Gives what the case expects, under the same keys; throws `Unmapped` where the case asks for what it cannot do. */
  measure(reference: ReferenceCase, replication: Replication): Readonly<Record<string, unknown>>
  /** Says which of the case's sentences are true. */
  assess?(reference: ReferenceCase, seed: number): Assessment
}

/** A case asks for something that cannot be put to the engine: a failure, not a skip. */
export class Unmapped extends Error {
  override readonly name = 'Unmapped'
}

/** Throws `Unmapped` with the words where what must hold does not. */
export function demand(holds: boolean, otherwise: string): void {
  if (!holds) throw new Unmapped(otherwise)
}

/** The sentences that a case goes by; empty where it goes by figures. */
export const assertionsOf = ({ expected, tolerance }: ReferenceCase): readonly string[] => {
  const listed = expected.assert_ ?? tolerance.assert_ ?? []
  return Array.isArray(listed) ? listed.map(String) : []
}
