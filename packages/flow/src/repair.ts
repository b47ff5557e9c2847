import { cutText, edgeKind, isEdgeType, isNodeType, mendData, nodeKind } from '@plimsoll/catalog'
import { createEdge, createNode } from './create.ts'
import {
  type Area,
  FLOW_LIMITS,
  type Flow,
  type FlowEdge,
  type FlowGroup,
  type FlowNode,
  type FlowSlide,
  GROUP_MINIMUM,
  type Position,
} from './document.ts'
import { isFiniteNumber, isJson, isRecord } from './json.ts'
import { bareArea, isArea, isElementList } from './slides.ts'
import { valueText } from './value-text.ts'

/** What a flow consists of, before anything of it is known to be valid. */
export interface RawFlow {
  readonly nodes: readonly unknown[]
  readonly edges: readonly unknown[]
  readonly groups?: readonly unknown[]
  readonly slides?: readonly unknown[]
  readonly simulation?: unknown
}

/** What a repair changed, as a sentence for people; the path holds the element's id, as in `nodes.web.data.cpuCores`. */
export interface Mending {
  readonly path: string
  readonly message: string
}

/**
 * Makes a flow of what edits of several people merge to, each valid by itself. The same content gives the same flow everywhere, and a
 * valid flow without duplicate connections stays as it is. See docs/decisions/0252.
 */
export function repairFlow({ nodes, edges, groups = [], slides = [], simulation }: RawFlow): {
  readonly flow: Flow
  readonly mended: readonly Mending[]
} {
  const mended: Mending[] = []
  const report = (path: string, message: string) => void mended.push({ path, message })

  const kept = limited(repaired(nodes, 'nodes', { report, repair: repairNode }), 'nodes', report)
  const byId = new Map(kept.map((node) => [node.id, node]))
  const ends = new Set<string>()
  const joined = repaired(edges, 'edges', { report, repair: repairEdge }).filter((edge) => {
    const missing = [edge.source, edge.target].filter((id) => !byId.has(id))
    const key = `${edge.source}\0${edge.target}\0${edge.sourceHandle}\0${edge.targetHandle}`
    const name = () => `${quoted(byId.get(edge.source))} to ${quoted(byId.get(edge.target))}`
    if (missing.length > 0) report(`edges.${edge.id}`, `The connection ${name()} was removed with its component`)
    else if (ends.has(key)) report(`edges.${edge.id}`, `A second connection ${name()} was removed`)
    else return ends.add(key)
    return false
  })
  const connections = limited(joined, 'edges', report)
  const rectangles = limited(repaired(groups, 'groups', { report, repair: repairGroup }), 'groups', report)
  const views = limited(repaired(slides, 'slides', { report, repair: repairSlide }), 'slides', report)
  const settings = repairSimulation(simulation, report)

  return {
    flow: {
      nodes: kept,
      edges: connections,
      ...(settings && { simulation: settings }),
      ...(rectangles.length > 0 && { groups: rectangles }),
      ...(views.length > 0 && { slides: views }),
    },
    mended,
  }
}

type Report = (path: string, message: string) => void

type Repair<T> = (element: Record<string, unknown>, path: string, report: Report) => T | null

/** The elements that can be repaired, each id once. */
function repaired<T extends { readonly id: string }>(
  elements: readonly unknown[],
  list: keyof typeof WORDS,
  { report, repair }: { readonly report: Report; readonly repair: Repair<T> },
): T[] {
  const ids = new Set<string>()
  return elements.flatMap((element) => {
    const id = isRecord(element) ? element.id : undefined
    const isId = typeof id === 'string' && id !== '' && id.length <= FLOW_LIMITS.idLength && !ids.has(id)
    const path = `${list}.${isId ? id : '?'}`
    const whole = isRecord(element) && isId ? repairedOnce(element, REPAIRED[list], { path, report, repair }) : null
    if (whole === null) {
      report(path, `A ${WORDS[list]} that cannot be read was removed`)
      return []
    }
    ids.add(whole.id)
    return [whole]
  })
}

interface Once {
  readonly whole: { readonly id: string } | null
  readonly mended: readonly Mending[]
}

/** What elements were repaired to. With each update of a flow of thousands most are the same as before. */
const REPAIRED = {
  nodes: new WeakMap<object, Once>(),
  edges: new WeakMap<object, Once>(),
  groups: new WeakMap<object, Once>(),
  slides: new WeakMap<object, Once>(),
}

function repairedOnce<T extends { readonly id: string }>(
  element: Record<string, unknown>,
  known: WeakMap<object, Once>,
  { path, report, repair }: { readonly path: string; readonly report: Report; readonly repair: Repair<T> },
): T | null {
  let once = known.get(element)
  if (!once) {
    const mended: Mending[] = []
    const whole = repair(element, path, (where, message) => void mended.push({ path: where, message }))
    once = { whole, mended }
    known.set(element, once)
  }
  for (const { path: where, message } of once.mended) report(where, message)
  return once.whole as T | null
}

const WORDS = { nodes: 'component', edges: 'connection', groups: 'group', slides: 'slide' } as const

function limited<T>(elements: T[], list: keyof typeof WORDS, report: Report): T[] {
  const limit = FLOW_LIMITS[list]
  if (elements.length <= limit) return elements
  report(list, `${elements.length - limit} ${WORDS[list]}s over the limit of ${limit} were removed`)
  return elements.slice(0, limit)
}

const repairNode: Repair<FlowNode> = ({ id, type, position, width, height, data }, path, report) => {
  if (typeof type !== 'string' || !isNodeType(type)) return null
  const settings = repairData(nodeKind(type), data, { path, report })
  const node = createNode(type, { id: id as string, position: repairPosition(position, path, report), settings })
  return { ...node, ...repairSize({ width, height }, path, report) }
}

const repairEdge: Repair<FlowEdge> = (edge, path, report) => {
  const { id, type, source, target, sourceHandle = null, targetHandle = null, data } = edge
  const isWhole =
    typeof source === 'string' && typeof target === 'string' && isHandle(sourceHandle) && isHandle(targetHandle)
  if (!isWhole || typeof type !== 'string' || !isEdgeType(type)) return null
  const settings = repairData(edgeKind(type), data, { path, report })
  return createEdge(type, { id: id as string, ends: { source, target, sourceHandle, targetHandle }, settings })
}

const repairGroup: Repair<FlowGroup> = ({ id, label, position, width, height }, path, report) => {
  const isText = typeof label === 'string'
  const fits = isText && label.length <= FLOW_LIMITS.groupLabel
  if (!fits) report(`${path}.label`, 'The name of a group was shortened')
  const side = (length: unknown, least: number, name: string) => {
    if (isFiniteNumber(length) && length >= least) return length
    report(`${path}.${name}`, 'The size of a group was set to the least')
    return least
  }
  return {
    id: id as string,
    label: isText ? cutText(label, FLOW_LIMITS.groupLabel) : 'Group',
    position: repairPosition(position, path, report),
    width: side(width, GROUP_MINIMUM.width, 'width'),
    height: side(height, GROUP_MINIMUM.height, 'height'),
  }
}

/** A slide whose area cannot be read shows the beginning of the plane. */
const UNREADABLE_AREA: Area = { x: 0, y: 0, width: 1_000, height: 600 }

const repairSlide: Repair<FlowSlide> = ({ id, title = '', text = '', area, elements }, path, report) => {
  const cut = (value: unknown, limit: number, name: string) => {
    if (typeof value === 'string' && value.length <= limit) return value
    report(`${path}.${name}`, `The ${name} of a slide was shortened`)
    return typeof value === 'string' ? cutText(value, limit) : ''
  }
  if (!isArea(area)) report(`${path}.area`, 'A slide that cannot be read shows another part of the flow')
  const isShown = elements === undefined || isElementList(elements)
  if (!isShown) report(`${path}.elements`, 'A slide shows a part of the flow instead of components that cannot be read')
  return {
    id: id as string,
    title: cut(title, FLOW_LIMITS.slideTitle, 'title'),
    text: cut(text, FLOW_LIMITS.slideText, 'text'),
    area: isArea(area) ? bareArea(area) : UNREADABLE_AREA,
    ...(isShown && elements !== undefined && { elements }),
  }
}

function repairData(
  kind: { readonly label: string; readonly properties: Parameters<typeof mendData>[0] },
  data: unknown,
  { path, report }: { readonly path: string; readonly report: Report },
): Readonly<Record<string, unknown>> {
  const given = isRecord(data) ? data : {}
  if (data !== undefined && !isRecord(data))
    report(`${path}.data`, `The settings of ${kind.label} were set to the defaults`)
  const readable = Object.entries(given).filter(([, value]) => isJson(value))
  const { data: settings, mended } = mendData(
    kind.properties,
    readable.length === Object.keys(given).length ? given : Object.fromEntries(readable),
  )
  const { label } = settings
  const name = typeof label === 'string' && label !== '' ? label : kind.label
  for (const [key, value] of Object.entries(given)) {
    if (!isJson(value)) report(`${path}.data.${key}`, `“${name}”: a setting that cannot be read was removed`)
  }
  for (const fault of mended) {
    const property = kind.properties[fault.path]?.label ?? fault.path
    const value = valueText(settings[fault.path])
    report(`${path}.data.${fault.path}`, `“${name}”: ${property} was set to ${value}, because it ${fault.message}`)
  }
  return settings
}

function repairPosition(position: unknown, path: string, report: Report): Position {
  if (isRecord(position)) {
    const { x, y } = position
    if (isFiniteNumber(x) && isFiniteNumber(y)) return { x, y }
  }
  report(`${path}.position`, 'A position that cannot be read was set to 0, 0')
  return { x: 0, y: 0 }
}

function repairSize(sides: Record<'width' | 'height', unknown>, path: string, report: Report) {
  const size: { width?: number; height?: number } = {}
  for (const side of ['width', 'height'] as const) {
    const length = sides[side]
    if (length === undefined || length === null) continue
    if (isFiniteNumber(length) && length > 0) size[side] = length
    else report(`${path}.${side}`, 'A size that cannot be read was removed')
  }
  return size
}

function repairSimulation(simulation: unknown, report: Report): Flow['simulation'] {
  if (simulation === undefined) return undefined
  const settings = isRecord(simulation) ? simulation : {}
  const readable = Object.entries(settings).filter(([, value]) => isJson(value))
  const isWhole = isRecord(simulation) && readable.length === Object.keys(settings).length
  if (!isWhole) report('simulation', 'A setting of the simulation that cannot be read was removed')
  const kept = withoutLargest(readable)
  const over = readable.length - kept.length
  const limit = `over the limit of ${FLOW_LIMITS.simulation} characters`
  if (over === 1) report('simulation', `A setting of the simulation ${limit} was removed`)
  else if (over > 1) report('simulation', `${over} settings of the simulation ${limit} were removed`)
  return isWhole && over === 0 ? settings : Object.fromEntries(kept)
}

/** Settings that fit: the fewest go, so the largest; of equal ones the last by name, whatever order they came in. */
function withoutLargest(settings: readonly [string, unknown][]): readonly [string, unknown][] {
  // Each with a colon and a comma, or the end of the object.
  const lengths = settings.map(([name, value]) => JSON.stringify(name).length + JSON.stringify(value).length + 2)
  let excess = lengths.reduce((sum, length) => sum + length, 1) - FLOW_LIMITS.simulation
  if (excess <= 0) return settings
  const removed = new Set<string>()
  const largestFirst = settings
    .map(([name], index) => ({ name, length: lengths[index] ?? 0 }))
    .sort((a, b) => b.length - a.length || (a.name < b.name ? 1 : -1))
  for (const { name, length } of largestFirst) {
    if (excess <= 0) break
    removed.add(name)
    excess -= length
  }
  return settings.filter(([name]) => !removed.has(name))
}

const isHandle = (handle: unknown): handle is string | null =>
  handle === null || (typeof handle === 'string' && handle.length <= FLOW_LIMITS.idLength)

const quoted = (node: FlowNode | undefined): string => (node ? `“${node.data.label}”` : 'a removed component')
