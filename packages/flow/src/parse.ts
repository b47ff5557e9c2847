import { checkData, edgeKind, type Fault, isEdgeType, isNodeType, nodeKind } from '@plimsoll/catalog'
import { createEdge, createNode } from './create.ts'
import {
  FLOW_LIMITS,
  type Flow,
  type FlowEdge,
  type FlowGroup,
  type FlowNode,
  type FlowSlide,
  GROUP_MINIMUM,
  type Position,
} from './document.ts'
import { isFiniteJson, isFiniteNumber, isRecord } from './json.ts'
import { DOCUMENT_VERSION, migrate, type RawDocument } from './migrations.ts'
import { bareArea, isArea, isElementList } from './slides.ts'

export type Parsed =
  | { readonly ok: true; readonly flow: Flow }
  | { readonly ok: false; readonly faults: readonly Fault[] }

/**
 * Parses a flow document of this version or an older one. Reports every fault with its dotted path, such as `nodes.3.data.cpuCores`. A
 * missing property gets its default; unknown keys of `data` are preserved, other unknown keys are ignored. See docs/decisions/0001.
 */
export function parseFlow(value: unknown): Parsed {
  if (!isRecord(value)) return failed({ path: '', message: 'must be an object with nodes and edges' })
  const version = value.documentVersion ?? 0
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 0) {
    return failed({ path: 'documentVersion', message: 'must be a whole number' })
  }
  if (version > DOCUMENT_VERSION) {
    return failed({
      path: 'documentVersion',
      message: `must be at most ${DOCUMENT_VERSION}: it comes from a newer version`,
    })
  }
  const { nodes, edges, groups = [], slides = [], simulation } = value
  const faults = [
    ...checkList('nodes', nodes, FLOW_LIMITS.nodes),
    ...checkList('edges', edges, FLOW_LIMITS.edges),
    ...checkList('groups', groups, FLOW_LIMITS.groups),
    ...checkList('slides', slides, FLOW_LIMITS.slides),
  ]
  if (simulation !== undefined && !(isRecord(simulation) && isFiniteJson(simulation))) {
    faults.push({ path: 'simulation', message: 'must be an object that holds finite numbers only' })
  }
  const isListed = Array.isArray(nodes) && Array.isArray(edges) && Array.isArray(groups) && Array.isArray(slides)
  if (faults.length > 0 || !isListed) return { ok: false, faults }
  return parseContent({
    ...migrate({ nodes, edges }, version),
    groups,
    slides,
    ...(isRecord(simulation) && Object.keys(simulation).length > 0 && { simulation }),
  })
}

interface Content extends RawDocument {
  readonly groups: readonly unknown[]
  readonly slides: readonly unknown[]
  readonly simulation?: Record<string, unknown>
}

function parseContent({ nodes, edges, groups, slides, ...rest }: Content): Parsed {
  const faults: Fault[] = []
  const report = (path: string, message: string) => void faults.push({ path, message })

  const nodeIds = new Map<string, string>()
  const parsedNodes = nodes.map((node, index) => parseNode(node, `nodes.${index}`, { report, ids: nodeIds }))
  const edgeIds = new Map<string, string>()
  const parsedEdges = edges.map((edge, index) =>
    parseEdge(edge, `edges.${index}`, { report, ids: edgeIds, nodeIds: nodeIds }),
  )
  const groupIds = new Map<string, string>()
  const parsedGroups = groups.map((group, index) => parseGroup(group, `groups.${index}`, { report, ids: groupIds }))
  const slideIds = new Map<string, string>()
  const parsedSlides = slides.map((slide, index) => parseSlide(slide, `slides.${index}`, { report, ids: slideIds }))
  if (faults.length > 0) return { ok: false, faults }
  return {
    ok: true,
    flow: {
      ...{ nodes: parsedNodes as FlowNode[], edges: parsedEdges as FlowEdge[], ...rest },
      ...(parsedGroups.length > 0 && { groups: parsedGroups as FlowGroup[] }),
      ...(parsedSlides.length > 0 && { slides: parsedSlides as FlowSlide[] }),
    },
  }
}

type Report = (path: string, message: string) => void

function parseNode(
  node: unknown,
  path: string,
  { report, ids }: { report: Report; ids: Map<string, string> },
): FlowNode | null {
  if (!isRecord(node)) {
    report(path, 'must be an object')
    return null
  }
  const { id, type, data = {} } = node
  checkId(id, path, { report, ids })
  const position = parsePosition(node.position, `${path}.position`, report)
  const size = parseSize(node, path, report)
  if (typeof type !== 'string' || !isNodeType(type)) {
    report(`${path}.type`, 'is not a kind of component')
    return null
  }
  const settings = parseData(nodeKind(type), data, { path: `${path}.data`, report })
  return { ...createNode(type, { id: id as string, position, settings }), ...size }
}

function parseEdge(
  edge: unknown,
  path: string,
  { report, ids, nodeIds }: { report: Report; ids: Map<string, string>; nodeIds: ReadonlyMap<string, string> },
): FlowEdge | null {
  if (!isRecord(edge)) {
    report(path, 'must be an object')
    return null
  }
  const { id, type, source, target, sourceHandle = null, targetHandle = null, data = {} } = edge
  checkId(id, path, { report, ids })
  for (const [end, node] of Object.entries({ source, target })) {
    if (typeof node !== 'string' || !nodeIds.has(node)) report(`${path}.${end}`, 'names no node of this flow')
  }
  for (const [end, handle] of Object.entries({ sourceHandle, targetHandle })) {
    const isHandle = handle === null || (typeof handle === 'string' && handle.length <= FLOW_LIMITS.idLength)
    if (!isHandle) report(`${path}.${end}`, 'must be a text or null')
  }
  if (typeof type !== 'string' || !isEdgeType(type)) {
    report(`${path}.type`, 'is not a kind of connection')
    return null
  }
  const settings = parseData(edgeKind(type), data, { path: `${path}.data`, report })
  const ends = { source, target, sourceHandle, targetHandle } as FlowEdge
  return createEdge(type, { id: id as string, ends, settings })
}

function parseGroup(
  group: unknown,
  path: string,
  { report, ids }: { report: Report; ids: Map<string, string> },
): FlowGroup | null {
  if (!isRecord(group)) {
    report(path, 'must be an object')
    return null
  }
  const { id, label, width, height } = group
  checkId(id, path, { report, ids })
  if (typeof label !== 'string' || label.length > FLOW_LIMITS.groupLabel) {
    report(`${path}.label`, `must be a text of at most ${FLOW_LIMITS.groupLabel} characters`)
  }
  const position = parsePosition(group.position, `${path}.position`, report)
  for (const [side, length] of Object.entries({ width, height })) {
    const least = GROUP_MINIMUM[side as keyof typeof GROUP_MINIMUM]
    if (!isFiniteNumber(length) || length < least) report(`${path}.${side}`, `must be a number of at least ${least}`)
  }
  return { id, label, position, width, height } as FlowGroup
}

function parseSlide(
  slide: unknown,
  path: string,
  { report, ids }: { report: Report; ids: Map<string, string> },
): FlowSlide | null {
  if (!isRecord(slide)) {
    report(path, 'must be an object')
    return null
  }
  const { id, title = '', text = '', area, elements } = slide
  checkId(id, path, { report, ids })
  for (const [name, value, limit] of [
    ['title', title, FLOW_LIMITS.slideTitle],
    ['text', text, FLOW_LIMITS.slideText],
  ] as const) {
    if (typeof value !== 'string' || value.length > limit)
      report(`${path}.${name}`, `must be a text of at most ${limit} characters`)
  }
  if (!isArea(area)) report(`${path}.area`, 'must be an object with the finite numbers x, y, width and height')
  if (elements !== undefined && !isElementList(elements))
    report(`${path}.elements`, `must be a list of 1 to ${FLOW_LIMITS.slideElements} ids`)
  const whole = { id, title, text, area: isArea(area) ? bareArea(area) : area } as FlowSlide
  return elements === undefined ? whole : { ...whole, elements: elements as readonly string[] }
}

function parseData(
  kind: { readonly properties: Parameters<typeof checkData>[0] },
  data: unknown,
  { path, report }: { path: string; report: Report },
): Record<string, unknown> {
  if (!isRecord(data)) {
    report(path, 'must be an object')
    return {}
  }
  for (const fault of checkData(kind.properties, data)) report(`${path}.${fault.path}`, fault.message)
  for (const name of Object.keys(data)) {
    if (!Object.hasOwn(kind.properties, name) && !isFiniteJson(data[name])) {
      report(`${path}.${name}`, 'must hold finite numbers only')
    }
  }
  return data
}

function parsePosition(position: unknown, path: string, report: Report): Position {
  if (isRecord(position)) {
    const { x, y } = position
    if (isFiniteNumber(x) && isFiniteNumber(y)) return { x, y }
  }
  report(path, 'must be an object with the finite numbers x and y')
  return { x: 0, y: 0 }
}

function parseSize(node: Record<string, unknown>, path: string, report: Report): { width?: number; height?: number } {
  const size: { width?: number; height?: number } = {}
  for (const side of ['width', 'height'] as const) {
    const length = node[side]
    if (length === undefined || length === null) continue
    if (isFiniteNumber(length) && length > 0) size[side] = length
    else report(`${path}.${side}`, 'must be a number above 0')
  }
  return size
}

function checkId(id: unknown, path: string, { report, ids }: { report: Report; ids: Map<string, string> }): void {
  if (typeof id !== 'string' || id === '' || id.length > FLOW_LIMITS.idLength) {
    report(`${path}.id`, `must be a text of 1 to ${FLOW_LIMITS.idLength} characters`)
    return
  }
  const first = ids.get(id)
  if (first === undefined) ids.set(id, path)
  else report(`${path}.id`, `is already the id of ${first}`)
}

function checkList(path: string, list: unknown, limit: number): Fault[] {
  if (!Array.isArray(list)) return [{ path, message: 'must be a list' }]
  return list.length <= limit ? [] : [{ path, message: `must hold at most ${limit} entries` }]
}

function failed(fault: Fault): Parsed {
  return { ok: false, faults: [fault] }
}
