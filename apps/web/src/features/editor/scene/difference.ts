import { type ElementChange, type ElementDifference, type Flow, groupsOf, type Position } from '@plimsoll/flow'
import type { Token } from '../../../shared/scene/token.ts'
import { endsOf } from '../core/edge-ends.ts'
import { around, type Rect } from '../core/geometry.ts'
import { rectOf } from '../core/placement.ts'
import { edgeShapes, sceneEdge } from './edge.ts'
import { nodeShapes, sceneNode } from './node.ts'
import { groupShapes } from './scene.ts'
import type { Shape } from './shape.ts'

interface MarkLook {
  readonly sign: string
  readonly word: string
  readonly color: Token
  readonly dashes?: readonly number[]
}

/** How what became of an element since a version is marked: by a sign, a word, a colour and the pattern of its outline. */
export const MARKS: Readonly<Record<ElementChange, MarkLook>> = {
  added: { sign: '+', word: 'added since', color: '--good', dashes: [8, 5] },
  removed: { sign: '−', word: 'removed since', color: '--bad' },
  changed: { sign: '≠', word: 'changed since', color: '--warn' },
  moved: { sign: '↔', word: 'moved since', color: '--text-faint', dashes: [2, 4] },
}

const NO_LOAD = { utilization: null, p95: null } as const
/** Room around the drawing, and between an element and its mark. */
const MARGIN = 44
const GAP = 5
/** Of the letters of a mark where the drawing is not made smaller, the width of one of them as a share of it, and how large they get on a large drawing. */
const LETTERS = { size: 12, width: 0.56, most: 4 } as const
/** In px, what a drawing is usually shown in. */
const USUAL = { width: 760, height: 380 } as const

/** An element of a drawing, from back to front. */
interface DrawnElement {
  readonly key: string
  readonly shapes: readonly Shape[]
  /** What became of it since; nothing where it is the same. Marks lie over all elements. */
  readonly mark: readonly Shape[]
  /** It is not part of the version: it was added since. */
  readonly isGhost: boolean
}

interface DifferenceDrawing {
  readonly bounds: Rect
  readonly elements: readonly DrawnElement[]
}

/** A version of a flow with what became of its elements since, and, as ghosts, with what was added. */
export function differenceDrawing(
  version: Flow,
  now: Flow,
  differences: readonly ElementDifference[],
): DifferenceDrawing {
  const changes = new Map(differences.map(({ of, id, change }) => [`${of} ${id}`, change]))
  const changeOf = (of: ElementDifference['of'], id: string) => changes.get(`${of} ${id}`)
  const nodes = union(version.nodes, now.nodes)
  const groups = union(groupsOf(version), groupsOf(now))
  const rects = new Map(nodes.map((node) => [node.id, rectOf(node)]))
  const drawing = around([...rects.values(), ...groups.map(rectOf)])
  const scale = Math.min(LETTERS.most, Math.max(1, drawing.width / USUAL.width, drawing.height / USUAL.height))
  const elements = [
    ...groups.map((group) => {
      const change = changeOf('group', group.id)
      return drawn(`group ${group.id}`, groupShapes(group), change, change ? boxMark(rectOf(group), change, scale) : [])
    }),
    ...union(version.edges, now.edges).flatMap((edge) => {
      const [source, target] = [rects.get(edge.source), rects.get(edge.target)]
      if (!source || !target) return []
      const change = changeOf('edge', edge.id)
      const shown = sceneEdge(edge, endsOf(source, target))
      const { path, name } = shown
      const band = change ? [edgeBand(path, change)] : []
      const mark = change ? edgeMark({ x: name.x, y: name.y - name.size / 3 }, change, scale) : []
      return [drawn(`edge ${edge.id}`, [...band, ...edgeShapes(shown, null)], change, mark)]
    }),
    ...nodes.map((node) => {
      const change = changeOf('node', node.id)
      const mark = change ? boxMark(rectOf(node), change, scale) : []
      return drawn(`node ${node.id}`, nodeShapes(sceneNode(node), NO_LOAD), change, mark)
    }),
  ]
  const margin = MARGIN * scale
  const bounds = {
    x: drawing.x - margin,
    y: drawing.y - margin,
    width: drawing.width + 2 * margin,
    height: drawing.height + 2 * margin,
  }
  return { bounds, elements }
}

/** What is in the first, and what only the other has. */
function union<T extends { readonly id: string }>(first: readonly T[], other: readonly T[]): readonly T[] {
  const known = new Set(first.map(({ id }) => id))
  return [...first, ...other.filter(({ id }) => !known.has(id))]
}

const drawn = (
  key: string,
  shapes: readonly Shape[],
  change: ElementChange | undefined,
  mark: readonly Shape[],
): DrawnElement => ({ key, shapes, mark, isGhost: change === 'added' })

const textOf = ({ sign, word }: MarkLook): string => `${sign} ${word}`

/** An outline, and above it in words what it means. */
function boxMark({ x, y, width, height }: Rect, change: ElementChange, scale: number): Shape[] {
  const look = MARKS[change]
  const line = 2.5 * Math.sqrt(scale)
  const box = { x: x - GAP, y: y - GAP, width: width + 2 * GAP, height: height + 2 * GAP }
  const size = LETTERS.size * scale
  const label = {
    x: box.x,
    y: box.y - 1.5 * size - 2,
    width: textOf(look).length * LETTERS.width * size + size,
    height: 1.5 * size,
  }
  return [
    { kind: 'rect', ...box, radius: 13, stroke: { color: look.color, width: line, dashes: look.dashes ?? [] } },
    { kind: 'rect', ...label, radius: 4, fill: { color: '--surface' }, stroke: { color: look.color, width: 1 } },
    { ...letters(look, size), x: label.x + size / 2, y: label.y + 1.1 * size },
  ]
}

/** How opaque the band of an edge is; that of a ghost is drawn faintly with it. */
const BAND = { usual: 0.35, ghost: 0.8 } as const

/** Along the edge, below it. */
const edgeBand = (path: string, change: ElementChange): Shape => {
  const { color, dashes = [] } = MARKS[change]
  return {
    kind: 'path',
    path,
    stroke: { color, width: 9, opacity: BAND[change === 'added' ? 'ghost' : 'usual'], dashes },
  }
}

/** The sign in the middle of the edge: among nodes there is no room for words. */
function edgeMark({ x, y }: Position, change: ElementChange, scale: number): Shape[] {
  const { sign, color } = MARKS[change]
  const size = 1.2 * LETTERS.size * scale
  const disc = { x: x - 0.75 * size, y: y - 0.75 * size, width: 1.5 * size, height: 1.5 * size, radius: 0.75 * size }
  return [
    { kind: 'rect', ...disc, fill: { color: '--surface' }, stroke: { color, width: 1 } },
    { kind: 'text', text: sign, size, weight: 600, color, x, y: y + 0.36 * size, anchor: 'middle' },
  ]
}

const letters = (look: MarkLook, size: number) =>
  ({ kind: 'text', text: textOf(look), size, weight: 600, color: look.color }) as const
