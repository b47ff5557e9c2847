import type { Flow, FlowEdge, FlowGroup, FlowNode, FlowSlide } from './document.ts'
import { isSameJson } from './json.ts'
import { repairFlow } from './repair.ts'

/**
 * Applies to `theirs` what leads from `base` to `ours`, property by property. Where both changed a property, theirs stays; what one side
 * removed stays removed. The result is valid; parts that are those of `theirs` are the same objects.
 */
export function mergeFlows(base: Flow, ours: Flow, theirs: Flow): Flow {
  if (ours === base || ours === theirs) return theirs
  if (theirs === base) return ours
  const simulation = merged(base.simulation ?? {}, ours.simulation ?? {}, theirs.simulation ?? {})
  const { flow } = repairFlow({
    nodes: mergedList(base.nodes, ours.nodes, theirs.nodes),
    edges: mergedList(base.edges, ours.edges, theirs.edges),
    groups: mergedList(base.groups ?? [], ours.groups ?? [], theirs.groups ?? []),
    slides: mergedList(base.slides ?? [], ours.slides ?? [], theirs.slides ?? []),
    ...(Object.keys(simulation).length > 0 && { simulation }),
  })
  return withUnchanged(theirs, flow)
}

/** `after` with all parts of `before` that are the same, so that what did not change is the same object. */
export function withUnchanged(before: Flow, after: Flow): Flow {
  const nodes = sharedList(before.nodes, after.nodes)
  const edges = sharedList(before.edges, after.edges)
  const groups = sharedList(before.groups ?? [], after.groups ?? [])
  const slides = sharedList(before.slides ?? [], after.slides ?? [])
  const simulation = isSameJson(before.simulation, after.simulation) ? before.simulation : after.simulation
  const isSame =
    nodes === before.nodes &&
    edges === before.edges &&
    simulation === before.simulation &&
    isSameOptional(groups, before.groups) &&
    isSameOptional(slides, before.slides)
  if (isSame) return before
  return {
    nodes,
    edges,
    ...(simulation && { simulation }),
    ...(groups.length > 0 && { groups }),
    ...(slides.length > 0 && { slides }),
  }
}

const isSameOptional = (list: readonly unknown[], before: readonly unknown[] = []): boolean =>
  list === before || list.length + before.length === 0

type Element = FlowNode | FlowEdge | FlowGroup | FlowSlide

function mergedList(base: readonly Element[], ours: readonly Element[], theirs: readonly Element[]): Element[] {
  const [old, own, others] = [base, ours, theirs].map(byId) as [Elements, Elements, Elements]
  const result = theirs.flatMap((element) => {
    const [before, mine] = [old.get(element.id), own.get(element.id)]
    if (before === undefined || mine === before) return [element]
    return mine === undefined ? [] : [mergedElement(before, mine, element)]
  })
  let previous: string | null = null
  for (const element of ours) {
    const isAdded = !old.has(element.id) && !others.has(element.id)
    // It comes back where it was: behind the one that it stood behind.
    if (isAdded) result.splice(result.findIndex(({ id }) => id === previous) + 1, 0, element)
    if (isAdded || others.has(element.id)) previous = element.id
  }
  return result
}

type Elements = ReadonlyMap<string, Element>

const byId = (elements: readonly Element[]): Elements => new Map(elements.map((element) => [element.id, element]))

function mergedElement(base: Element, ours: Element, theirs: Element): Element {
  if (typeOf(ours) !== typeOf(base)) return typeOf(theirs) === typeOf(base) ? ours : theirs
  // Properties of another kind are others.
  if (typeOf(theirs) !== typeOf(base)) return theirs
  const data = merged(dataOf(base), dataOf(ours), dataOf(theirs))
  const element = merged({ ...base, data: 0 }, { ...ours, data: 0 }, { ...theirs, data: 0 })
  const { data: _, ...own } = element
  return ('data' in theirs ? { ...own, data } : own) as unknown as Element
}

const typeOf = (element: Element): string | undefined => ('type' in element ? element.type : undefined)

const dataOf = (element: Element): Record<string, unknown> => ('data' in element ? { ...element.data } : {})

function merged(base: object, ours: object, theirs: object): Record<string, unknown> {
  const [old, own, others] = [base, ours, theirs] as Record<string, unknown>[] as [Values, Values, Values]
  const result = { ...others }
  for (const key of new Set([...Object.keys(old), ...Object.keys(own)])) {
    if (isSameJson(old[key], own[key]) || !isSameJson(old[key], others[key])) continue
    if (Object.hasOwn(own, key)) result[key] = own[key]
    else delete result[key]
  }
  return result
}

type Values = Readonly<Record<string, unknown>>

function sharedList<T extends { readonly id: string }>(before: readonly T[], after: readonly T[]): readonly T[] {
  const known = new Map(before.map((element) => [element.id, element]))
  const shared = after.map((element) => {
    const earlier = known.get(element.id)
    return earlier !== undefined && isSameJson(earlier, element) ? earlier : element
  })
  const isSame = shared.length === before.length && shared.every((element, index) => element === before[index])
  return isSame ? before : shared
}
