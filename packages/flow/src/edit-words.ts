import {
  type Data,
  edgeKind,
  nodeKind,
  nodeKindLabel,
  optionsOf,
  type Properties,
  type Property,
} from '@plimsoll/catalog'
import type { Flow, FlowEdge, FlowNode } from './document.ts'
import { valueText } from './value-text.ts'

/** More elements than these are counted. */
const MOST_NAMED = 3

/** What an edit changed in a run, element by element: "API: instances 2 → 4", "Cache removed". Positions and sizes are left out. */
export function editWords(before: Flow, after: Flow): readonly string[] {
  const names = [namesOf(after), namesOf(before)]
  const words = [
    ...changesOf(before.nodes, after.nodes, ({ type, data }) => data.label || nodeKindLabel(type), nodeProperties),
    ...changesOf(before.edges, after.edges, (edge) => edgeName(edge, names), edgeProperties),
    ...(JSON.stringify(before.simulation) === JSON.stringify(after.simulation) ? [] : ['Simulation settings changed']),
  ]
  const more = words.length - MOST_NAMED
  return more > 1 ? [...words.slice(0, MOST_NAMED), `${more} more changes`] : words
}

type Names = ReadonlyMap<string, string>

interface Element {
  readonly id: string
  readonly type: string
  readonly data: Data
}

const namesOf = ({ nodes }: Flow): Names =>
  new Map(nodes.map(({ id, type, data }) => [id, data.label || nodeKindLabel(type)]))

const nodeProperties = ({ type }: FlowNode): Properties => nodeKind(type).properties
const edgeProperties = ({ type }: FlowEdge): Properties => edgeKind(type).properties

function edgeName({ source, target, data }: FlowEdge, names: readonly Names[]): string {
  const nameOf = (id: string) => names.find((each) => each.has(id))?.get(id) ?? id
  return data.label || `${nameOf(source)} → ${nameOf(target)}`
}

function changesOf<T extends Element>(
  before: readonly T[],
  after: readonly T[],
  nameOf: (element: T) => string,
  propertiesOf: (element: T) => Properties,
): string[] {
  const known = new Map(before.map((element) => [element.id, element]))
  const left = new Set(after.map(({ id }) => id))
  return [
    ...after.flatMap((element) => {
      const earlier = known.get(element.id)
      if (earlier === undefined) return [`${nameOf(element)} added`]
      if (earlier === element) return []
      if (earlier.type !== element.type) return [`${nameOf(element)}: another kind`]
      const changed = differing(propertiesOf(element), earlier.data, element.data)
      if (changed.length > 0) return [`${nameOf(earlier)}: ${changed.join(', ')}`]
      return hasOtherEnds(earlier, element) ? [`${nameOf(element)} reconnected`] : []
    }),
    ...before.flatMap((element) => (left.has(element.id) ? [] : [`${nameOf(element)} removed`])),
  ]
}

const hasOtherEnds = (one: object, other: object): boolean =>
  'source' in one && 'source' in other && JSON.stringify(endsOf(one)) !== JSON.stringify(endsOf(other))

const endsOf = ({ source, target }: { source?: unknown; target?: unknown }) => [source, target]

function differing(properties: Properties, before: Data, after: Data): string[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    if (property.type === 'mirror' || JSON.stringify(before[name]) === JSON.stringify(after[name])) return []
    const [from, to] = [before, after].map((data) => textOf(property, data, data[name]))
    return [`${asWords(property.label)} ${from} → ${to}${unitAfter(property)}`]
  })
}

const textOf = (property: Property, data: Data, value: unknown): string =>
  optionsOf(property, data).find((option) => option.value === value)?.label ?? valueText(value)

/** "instances 2 → 4" needs no unit: the label says it. */
const unitAfter = ({ label, unit }: Property): string =>
  unit === undefined || label.toLowerCase().includes(unit.toLowerCase()) ? '' : ` ${unit}`

/** "Instances" within a sentence; "TLS", "CPU cores" stay. */
const asWords = (label: string): string =>
  /^[A-Z][a-z]/.test(label) ? `${label.charAt(0).toLowerCase()}${label.slice(1)}` : label
