import { type Data, edgeKind, nodeKind, nodeKindLabel, optionsOf, type Properties } from '@plimsoll/catalog'
import type { Flow, FlowEdge, FlowGroup, FlowNode, Position } from './document.ts'

/** One thing in which two versions of an element differ, in words. */
export interface Difference {
  readonly what: string
  readonly mine: string
  readonly theirs: string
}

/** Two flows side by side: elements by name, matched by id. */
export interface Comparison {
  readonly onlyMine: readonly string[]
  readonly onlyTheirs: readonly string[]
  readonly changed: readonly { readonly name: string; readonly differences: readonly Difference[] }[]
}

/** An element as it is compared: its name, and every setting, by label. */
interface Described {
  readonly name: string
  readonly settings: ReadonlyMap<string, Setting>
}

/** A setting in words, or what it is where the words may say the same of another thing. */
type Setting = string | { readonly words: string; readonly identity: string }

/** What is in one flow only, and what is in both but different. Settings that neither shows are passed over. */
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
    .map((difference) => ({ ...difference, mine: wordsOf(difference.mine), theirs: wordsOf(difference.theirs) }))
}

const identityOf = (setting: Setting): string => (typeof setting === 'string' ? setting : setting.identity)

const wordsOf = (setting: Setting): string => (typeof setting === 'string' ? setting : setting.words)

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
      ['Position', place(position)],
      ...(width === undefined || height === undefined ? [] : [['Size', `${round(width)} × ${round(height)}`] as const]),
    ]),
  }
}

function describedEdge({ type, source, target, data }: FlowEdge, labels: ReadonlyMap<string, string>): Described {
  const { label } = edgeKind(type)
  const words = `${labels.get(source)} to ${labels.get(target)}`
  const ends = { words, identity: JSON.stringify([source, target]) }
  return {
    name: `${label}: ${words}`,
    settings: new Map<string, Setting>([['Kind', label], ['Ends', ends], ...settingsOf(edgeKind(type), data)]),
  }
}

function describedGroup({ label, position, width, height }: FlowGroup): Described {
  const settings = { Label: label, Position: place(position), Size: `${round(width)} × ${round(height)}` }
  return { name: `Group: ${label}`, settings: new Map(Object.entries(settings)) }
}

function settingsOf(kind: { readonly properties: Properties }, data: Data): (readonly [string, string])[] {
  return Object.entries(kind.properties).flatMap(([name, property]) => {
    if (property.type === 'mirror') return []
    const value = data[name]
    const text = optionsOf(property, data).find((option) => option.value === value)?.label ?? words(value)
    return [[property.label, property.unit === undefined ? text : `${text} ${property.unit}`] as const]
  })
}

const place = ({ x, y }: Position): string => `${round(x)}, ${round(y)}`

const round = (length: number): string => words(Math.round(length))

function words(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return value.toLocaleString('en-US', { maximumFractionDigits: 6 })
  if (Array.isArray(value)) return value.length === 0 ? 'empty' : value.join(', ')
  return value === '' || value === undefined ? 'empty' : String(value)
}
