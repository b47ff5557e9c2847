import { type Data, edgeKind, nodeKind, nodeKindLabel, optionsOf, type Properties, withUnit } from '@plimsoll/catalog'
import type { Area, Flow, FlowEdge, FlowGroup, FlowNode, FlowSlide, Position } from './document.ts'
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

type Element = 'node' | 'edge' | 'group' | 'slide'

/** How an element differs from what it was; `moved`: in its place or size alone. */
export type ElementChange = 'added' | 'removed' | 'changed' | 'moved'

/** An element that two versions of a flow do not have in common, or not alike. */
export interface ElementDifference {
  readonly of: Element
  readonly id: string
  readonly name: string
  readonly change: ElementChange
  /** `mine` is what it was before. */
  readonly differences: readonly Difference[]
}

const LAYOUT = ['Position', 'Size']

/** Whether it is about the drawing, and not about what is drawn. */
export const isOfLayout = ({ what }: Difference): boolean => LAYOUT.includes(what)

/** What is compared of an element: its name and its settings by label. */
interface Described {
  readonly of: Element
  readonly id: string
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

/** What was added to a flow, removed from it and changed in it between two versions: first what there is now. */
export function flowDifferences(before: Flow, now: Flow): readonly ElementDifference[] {
  const [old, current] = [described(before), described(now)]
  return [
    ...[...current].flatMap(([key, { of, id, name, settings }]): ElementDifference[] => {
      const earlier = old.get(key)
      if (!earlier) return [{ of, id, name, change: 'added', differences: [] }]
      const differences = differencesOf(earlier.settings, settings)
      if (differences.length === 0) return []
      const change = differences.every(isOfLayout) ? 'moved' : 'changed'
      return [{ of, id, name, change, differences }]
    }),
    ...[...old].flatMap(([key, { of, id, name }]): ElementDifference[] =>
      current.has(key) ? [] : [{ of, id, name, change: 'removed', differences: [] }],
    ),
  ]
}

function differencesOf(mine: Described['settings'], theirs: Described['settings']): Difference[] {
  return [...new Set([...mine.keys(), ...theirs.keys()])]
    .map((what) => ({ what, mine: mine.get(what) ?? 'none', theirs: theirs.get(what) ?? 'none' }))
    .filter((difference) => identityOf(difference.mine) !== identityOf(difference.theirs))
    .map((difference) => ({ ...difference, mine: textOf(difference.mine), theirs: textOf(difference.theirs) }))
}

const identityOf = (setting: Setting): string => (typeof setting === 'string' ? setting : setting.identity)

const textOf = (setting: Setting): string => (typeof setting === 'string' ? setting : setting.text)

function described({ nodes, edges, groups = [], slides = [] }: Flow): Map<string, Described> {
  const labels = new Map(nodes.map(({ id, data }) => [id, data.label]))
  return new Map([
    ...nodes.map((node) => [`node ${node.id}`, describedNode(node)] as const),
    ...edges.map((edge) => [`edge ${edge.id}`, describedEdge(edge, labels)] as const),
    ...groups.map((group) => [`group ${group.id}`, describedGroup(group)] as const),
    ...slides.map((slide, index) => [`slide ${slide.id}`, describedSlide(slide, index + 1, labels)] as const),
  ])
}

function describedNode({ id, type, position, width, height, data }: FlowNode): Described {
  const label = nodeKindLabel(type)
  return {
    ...{ of: 'node', id },
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

function describedEdge({ id, type, source, target, data }: FlowEdge, labels: ReadonlyMap<string, string>): Described {
  const { label } = edgeKind(type)
  const text = `${labels.get(source)} to ${labels.get(target)}`
  const ends = { text, identity: JSON.stringify([source, target]) }
  return {
    ...{ of: 'edge', id },
    name: `${label}: ${text}`,
    settings: new Map<string, Setting>([['Kind', label], ['Ends', ends], ...settingsOf(edgeKind(type), data)]),
  }
}

function describedGroup({ id, label, position, width, height }: FlowGroup): Described {
  const settings = { Label: label, Position: pointText(position), Size: `${lengthText(width)} × ${lengthText(height)}` }
  return { of: 'group', id, name: `Group: ${label}`, settings: new Map(Object.entries(settings)) }
}

function describedSlide(slide: FlowSlide, number: number, labels: ReadonlyMap<string, string>): Described {
  const { id, title, text, area, elements } = slide
  const shown = elements?.map((element) => labels.get(element) ?? element).join(', ')
  const shows = { text: shown ?? areaText(area), identity: JSON.stringify(elements ?? area) }
  const settings = new Map<string, Setting>(
    Object.entries({ Title: title, Text: text, Shows: shows, Number: `${number}` }),
  )
  return { of: 'slide', id, name: `Slide: ${title}`, settings }
}

const areaText = ({ width, height, ...at }: Area): string =>
  `${lengthText(width)} × ${lengthText(height)} at ${pointText(at)}`

function settingsOf(kind: { readonly properties: Properties }, data: Data): (readonly [string, string])[] {
  return Object.entries(kind.properties).flatMap(([name, property]) => {
    if (property.type === 'mirror') return []
    const value = data[name]
    const text = optionsOf(property, data).find((option) => option.value === value)?.label ?? valueText(value)
    return [[property.label, withUnit(text, property.unit ?? '')] as const]
  })
}

const pointText = ({ x, y }: Position): string => `${lengthText(x)}, ${lengthText(y)}`

const lengthText = (length: number): string => valueText(Math.round(length))
