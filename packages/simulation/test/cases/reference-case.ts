/** How far measured figures may be from the expected ones; what the rules mean is told at the head of a file of cases. */
export interface Tolerance {
  readonly rule: string
  readonly abs?: number
  /** By the key of an expected figure: a share of it, or a distance. */
  readonly metrics?: Readonly<Record<string, { readonly rel?: number; readonly abs?: number }>>
  readonly minRequestsPerReplication?: number
}

/** A case with a known answer, as it stands in a file of cases. */
export interface ReferenceCase {
  readonly id: string
  readonly title: string
  /** What it is of; the cases of the live engine are `live`. */
  readonly group: string
  readonly inputs: Readonly<Record<string, unknown>>
  readonly expected: Readonly<Record<string, unknown>>
  readonly tolerance: Tolerance
}

interface Replication {
  readonly seed: number
  /** Times as long as the case asks for. */
  readonly length: number
}

/** Measures the cases of an engine. */
export interface CaseRunner {
  /** Gives what the case expects, under the same keys; throws `Unmapped` where the case asks for what it cannot do. */
  measure(reference: ReferenceCase, replication: Replication): Readonly<Record<string, unknown>>
}

/** A case asks for something that cannot be put to the engine: a failure, not a skip. */
export class Unmapped extends Error {
  override readonly name = 'Unmapped'
}
