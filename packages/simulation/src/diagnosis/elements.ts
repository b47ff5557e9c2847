import {
  boundsOf,
  type Data,
  edgeKind,
  nodeKind,
  type Property,
  type PropertyValue,
  type Role,
} from '@plimsoll/catalog'
import type { Flow, FlowNode } from '@plimsoll/flow'
import type { ProposedChange } from './finding.ts'

/** A node or an edge with what its kind declares. */
export interface Element {
  readonly of: 'node' | 'edge'
  readonly id: string
  readonly name: string
  /** Its properties by role. */
  readonly roles: Roles
  readonly data: Data
}

type Roles = ReadonlyMap<Role, readonly { readonly name: string; readonly property: Property }[]>

export interface NodeElement extends Element {
  readonly of: 'node'
  readonly type: string
  readonly answers: readonly string[]
  readonly out: readonly EdgeElement[]
}

export interface EdgeElement extends Element {
  readonly of: 'edge'
  readonly source: string
  readonly target: string
}

/** The flow's nodes and edges by id, each node with the edges that leave it. */
export interface Elements {
  readonly nodes: ReadonlyMap<string, NodeElement>
  readonly edges: ReadonlyMap<string, EdgeElement>
  /** By node: the nodes with an edge to it. */
  readonly callers: ReadonlyMap<string, readonly NodeElement[]>
}

export function elementsOf(flow: Flow): Elements {
  const rolesOf = createRoles()
  const names = new Map(flow.nodes.map((node) => [node.id, nameOfNode(node)]))
  const edges = flow.edges.map((edge): EdgeElement => {
    const { source, target } = edge
    const { label, properties } = edgeKind(edge.type)
    const name = labelOf(edge) || `${label} connection ${names.get(source) ?? source} → ${names.get(target) ?? target}`
    return { of: 'edge', id: edge.id, name, roles: rolesOf(properties), data: edge.data as Data, source, target }
  })
  const leaving = new Map<string, EdgeElement[]>()
  for (const edge of edges) leaving.set(edge.source, [...(leaving.get(edge.source) ?? []), edge])
  const nodes = flow.nodes.map((node): NodeElement => {
    const { id, type } = node
    const { properties, answers } = nodeKind(type)
    const out = leaving.get(id) ?? []
    const name = nameOfNode(node)
    return { of: 'node', id, type, name, roles: rolesOf(properties), answers, data: node.data as Data, out }
  })
  return {
    nodes: new Map(nodes.map((node) => [node.id, node])),
    edges: new Map(edges.map((edge) => [edge.id, edge])),
    callers: callersOf(nodes),
  }
}

function callersOf(nodes: readonly NodeElement[]): Elements['callers'] {
  const callers = new Map<string, NodeElement[]>()
  for (const node of nodes) {
    for (const target of new Set(node.out.map((edge) => edge.target))) {
      const known = callers.get(target)
      if (known) known.push(node)
      else callers.set(target, [node])
    }
  }
  return callers
}

/** The properties of each kind by role, found once for all its elements. */
function createRoles() {
  const known = new Map<object, Roles>()
  return (properties: Readonly<Record<string, Property>>): Roles => {
    const roles = known.get(properties) ?? byRole(properties)
    known.set(properties, roles)
    return roles
  }
}

function byRole(properties: Readonly<Record<string, Property>>): Roles {
  const roles = new Map<Role, { name: string; property: Property }[]>()
  for (const [name, property] of Object.entries(properties)) {
    if (property.role === undefined) continue
    roles.set(property.role, [...(roles.get(property.role) ?? []), { name, property }])
  }
  return roles
}

/** A property with a role, and its value. */
export interface Governed {
  readonly name: string
  readonly property: Property
  readonly value: PropertyValue
}

/** The element's properties with this role. */
export const governedBy = ({ roles, data }: Element, role: Role): readonly Governed[] =>
  (roles.get(role) ?? []).flatMap(({ name, property }) => {
    const value = data[name] as PropertyValue | undefined
    return value === undefined ? [] : { name, property, value }
  })

/** The least number among the properties with this role, of those above 0; Infinity: there is none. */
export const leastOf = (element: Element, role: Role): number =>
  Math.min(...numbersOf(element, role).map(({ value }) => (value === 0 ? Number.POSITIVE_INFINITY : value)))

export const numbersOf = (element: Element, role: Role): readonly (Governed & { readonly value: number })[] =>
  governedBy(element, role).flatMap(({ value, ...rest }) => (typeof value === 'number' ? [{ ...rest, value }] : []))

/** Whether a flag with this role is on. */
export const isOn = (element: Element, role: Role): boolean =>
  governedBy(element, role).some(({ value }) => value === true)

/** The change of a number upwards to what is needed: a whole number within the property's bounds; null where that is no more than now. */
export function raised(element: Element, { name, property }: Governed, needed: number): ProposedChange | null {
  const from = element.data[name] as number
  const { max } = boundsOf(property, element.data)
  const to = Math.min(Math.ceil(needed - 1e-9), max ?? Number.POSITIVE_INFINITY)
  return to > from ? changeOf(element, { name, property }, to) : null
}

export const changeOf = (
  { of, id, data }: Element,
  { name, property }: Pick<Governed, 'name' | 'property'>,
  to: PropertyValue,
): ProposedChange => ({ of, id, property: name, label: property.label, from: data[name] as PropertyValue, to })

const labelOf = ({ data }: { readonly data: object }): string =>
  'label' in data && typeof data.label === 'string' ? data.label.trim() : ''

const nameOfNode = (node: FlowNode): string => labelOf(node) || nodeKind(node.type).label
