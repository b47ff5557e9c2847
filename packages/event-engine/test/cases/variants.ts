import { CannotBeRead } from '../../../../tooling/reference-cases/reference-case.ts'
import { type Diagram, expanded } from './diagram.ts'

/** Diagrams by the names of a case's variants; the only one of a case without variants is `''`. */
export type Variants = ReadonlyMap<string, Diagram>

type Inputs = Readonly<Record<string, unknown>>

const known = new WeakMap<Inputs, Variants>()

/** The diagrams of a case: its inputs are one, or `variants` by name; the same objects whenever they are asked for. */
export function variantsOf(inputs: Inputs): Variants {
  const found = known.get(inputs)
  if (found !== undefined) return found
  const listed = (inputs.variants ?? { '': inputs }) as Readonly<Record<string, Diagram>>
  if (!Object.values(listed).every(({ nodes, edges }) => Array.isArray(nodes) && Array.isArray(edges))) {
    throw new CannotBeRead(`no diagram is made of ${Object.keys(inputs).join(', ')}`)
  }
  const variants = new Map(Object.entries(listed).map(([name, diagram]) => [name, expanded(diagram)]))
  known.set(inputs, variants)
  return variants
}
