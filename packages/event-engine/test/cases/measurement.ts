import type { CaseFile, Chance, Measure, ReferenceCase } from '../../../../tooling/reference-cases/reference-case.ts'
import type { Bench, Measured } from './bench.ts'
import type { Diagram } from './diagram.ts'

/** What a condition is measured in: one seed. */
export interface Context {
  readonly reference: ReferenceCase
  readonly file: CaseFile
  readonly bench: Bench
  readonly seed: number
  /** The diagram of a variant; without a name the only one. */
  diagram(variant?: string): Diagram
  run(variant?: string): Measured
  /** The same with the way of every request. */
  runTraced(): Measured
}

export type Asked = Omit<Measure, 'variant'> & { readonly variant?: string | undefined }

export interface Measurement {
  readonly chance?: Chance
  readonly of: (context: Context, asked: Asked) => number | string | readonly number[]
}
