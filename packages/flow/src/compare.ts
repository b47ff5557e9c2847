import { type Data, edgeKind, nodeKind, nodeKindLabel, optionsOf, type Properties } from '@plimsoll/catalog'
import type { Flow, FlowEdge, FlowGroup, FlowNode, Position } from './document.ts'
import { valueText } from './value-text.ts'

/** A setting that differs between two versions of an element, as text. */
export interface Difference {
  readonly what: string
  readonly mine: string
  readonly theirs: string
}

/** The differences of two flows; elements are matched by id and listed by name. */
export interface Comparison {
  readonly onlyMine: readonly string[]
  readonly onlyTheirs: readonly string[]
  readonly changed: readonly { readonly name: string; readonly differences: readonly Difference[] }[]
}

/** What is compared of an element: its name and its settings by label. */
interface Described {
  readonly name: string
  readonly settings: ReadonlyMap<string, Setting>
}

/** A setting as text, with an identity when different values can have the same text. */
type Setting = string | { readonly text: string; readonly identity: string }

/** Compares two flows. Settings that the interface does not show are ignored. */
export function compareFlows(mine: Flow, theirs: Flow): Comparison {
  const [ours, others] = [described(mine), described(theirs)]
  const onlyIn = (side: typeof ours, other: typeof ours) =>
    [...side].filter(([id]) => !other.has(id)).map(([, { name }]) => name)
  const changed = [...ours].flatMap(([id, { name, settings }]) => {
    const differences = differencesOf(settings, others.get(id)?.settings ?? settings)
    return differences.length === 0 ? [] : [{ name, differences }]
  })
  return { onlyMine: onlyIn(ours, others), onlyTheirs: onlyIn(others, ours), changed }
}

function differencesOf(mine: Described['settings'], theirs: Described['settings']): Difference[] {
  return [...new Set([...mine.keys(), ...theirs.keys()])]
    .map((what) => ({ what, mine: mine.get(what) ?? 'none', theirs: theirs.get(what) ?? 'none' }))
    .filter((difference) => identityOf(difference.mine) !== identityOf(difference.theirs))
    .map((difference) => ({ ...difference, mine: textOf(difference.mine), theirs: textOf(difference.theirs) }))
}

const identityOf = (setting: Setting): string => (typeof setting === 'string' ? setting : setting.identity)

const textOf = (setting: Setting): string => (typeof setting === 'string' ? setting : setting.text)

function described({ nodes, edges, groups = [] }: Flow): Map<string, Described> {
  const labels = new Map(nodes.map(({ id, data }) => [id, data.label]))
  return new Map([
    ...nodes.map((node) => [`node ${node.id}`, describedNode(node)] as const),
    ...edges.map((edge) => [`edge ${edge.id}`, describedEdge(edge, labels)] as const),
    ...groups.map((group) => [`group ${group.id}`, describedGroup(group)] as const),
  ])
}

function describedNode({ type, position, width, height, data }: FlowNode): Described {
  const label = nodeKindLabel(type)
  return {
    name: `${label}: ${data.label}`,
    settings: new Map([
      ['Kind', label],
      ...settingsOf(nodeKind(type), data),
      ['Position', pointText(position)],
      ...(width === undefined || height === undefined
        ? []
        : [['Size', `${lengthText(width)} × ${lengthText(height)}`] as const]),
    ]),
  }
}

function describedEdge({ type, source, target, data }: FlowEdge, labels: ReadonlyMap<string, string>): Described {
  const { label } = edgeKind(type)
  const text = `${labels.get(source)} to ${labels.get(target)}`
  const ends = { text, identity: JSON.stringify([source, target]) }
  return {
    name: `${label}: ${text}`,
    settings: new Map<string, Setting>([['Kind', label], ['Ends', ends], ...settingsOf(edgeKind(type), data)]),
  }
}

function describedGroup({ label, position, width, height }: FlowGroup): Described {
  const settings = { Label: label, Position: pointText(position), Size: `${lengthText(width)} × ${lengthText(height)}` }
  return { name: `Group: ${label}`, settings: new Map(Object.entries(settings)) }
}

function settingsOf(kind: { readonly properties: Properties }, data: Data): (readonly [string, string])[] {
  return Object.entries(kind.properties).flatMap(([name, property]) => {
    if (property.type === 'mirror') return []
    const value = data[name]
    const text = optionsOf(property, data).find((option) => option.value === value)?.label ?? valueText(value)
    return [[property.label, property.unit === undefined ? text : `${text} ${property.unit}`] as const]
  })
}

const pointText = ({ x, y }: Position): string => `${lengthText(x)}, ${lengthText(y)}`

const lengthText = (length: number): string => valueText(Math.round(length))
