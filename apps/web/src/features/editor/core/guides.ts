import type { Rect } from './geometry.ts'

export type Axis = 'x' | 'y'

/** A line at `at` on its axis, from `from` to `to` across it: what is dragged is level with something there. */
interface LevelMark {
  readonly sort: 'level'
  readonly axis: Axis
  readonly at: number
  readonly from: number
  readonly to: number
}

/** A gap from `from` to `to` along its axis, at `at` across it: one of two that are equal. */
interface GapMark {
  readonly sort: 'gap'
  readonly axis: Axis
  readonly at: number
  readonly from: number
  readonly to: number
}

export type GuideMark = LevelMark | GapMark

const LENGTH = { x: 'width', y: 'height' } as const
const ACROSS = { x: 'y', y: 'x' } as const

/** Nearer than this counts as the same place, in canvas pixels. */
const SAME = 0.5

/**
 * By how much a rectangle must move along the axis to be level with a side or middle of another one, or as far from its neighbours as
 * they are from each other; the least such shift within `reach`, or null.
 */
export function guideShift(axis: Axis, rect: Rect, others: readonly Rect[], reach: number): number | null {
  let best: number | null = null
  const offer = (shift: number) => {
    if (Math.abs(shift) <= reach && (best === null || Math.abs(shift) < Math.abs(best))) best = shift
  }
  const [start, middle, end] = alignmentsOf(axis, rect)
  for (const other of others) {
    const [otherStart, otherMiddle, otherEnd] = alignmentsOf(axis, other)
    offer(otherStart - start)
    offer(otherMiddle - middle)
    offer(otherEnd - end)
    offer(otherStart - end)
    offer(otherEnd - start)
  }
  for (const [a, b] of equalGaps(axis, rect, others)) offer(a.sign * (b.size - a.size) * (a.isShared ? 0.5 : 1))
  return best
}

/** What to draw for a rectangle where it stands: the lines that it is level with, and equal gaps. */
export function guideMarks(axis: Axis, rect: Rect, others: readonly Rect[]): GuideMark[] {
  const across = ACROSS[axis]
  const marks: GuideMark[] = []
  const [start, middle, end] = alignmentsOf(axis, rect)
  for (const at of [start, end, middle]) {
    const level = others.filter((other) => alignmentsOf(axis, other).some((line) => Math.abs(line - at) < SAME))
    // Of what has the same length the sides say enough.
    const [nearest] = level.toSorted((a, b) => distance(across, rect, a) - distance(across, rect, b))
    if (!nearest || (at === middle && marks.length > 0)) continue
    const from = Math.min(rect[across], nearest[across])
    const to = Math.max(endOf(across, rect), endOf(across, nearest))
    marks.push({ sort: 'level', axis, at, from, to })
  }
  const [first] = equalGaps(axis, rect, others).filter(([a, b]) => Math.abs(a.size - b.size) < SAME)
  const at = rect[across] + rect[LENGTH[across]] / 2
  for (const { from, to } of first ?? []) marks.push({ sort: 'gap', axis, at, from, to })
  return marks
}

interface Gap {
  readonly from: number
  readonly to: number
  readonly size: number
  /** The way that the rectangle moves for the gap to grow. */
  readonly sign: 1 | -1
  /** The other gap shrinks by as much. */
  readonly isShared: boolean
}

/** The pairs of gaps that could be equal, one of the rectangle's own first: to both neighbours, or to one as that to the next. */
function equalGaps(axis: Axis, rect: Rect, others: readonly Rect[]): [Gap, Gap][] {
  const across = ACROSS[axis]
  const row = others.filter((other) => distance(across, rect, other) < 0)
  const before = row.filter((other) => middleOf(axis, other) < middleOf(axis, rect))
  const after = row.filter((other) => middleOf(axis, other) >= middleOf(axis, rect))
  const [left, next] = before.toSorted((a, b) => endOf(axis, b) - endOf(axis, a))
  const [right, last] = after.toSorted((a, b) => a[axis] - b[axis])
  const gap = (a: Rect, b: Rect, sign: 1 | -1, isShared: boolean): Gap => {
    const [from, to] = [endOf(axis, a), b[axis]]
    return { from, to, size: to - from, sign, isShared }
  }
  const pairs: [Gap, Gap][] = []
  if (left && right) pairs.push([gap(left, rect, 1, true), gap(rect, right, -1, true)])
  if (left && next) pairs.push([gap(left, rect, 1, false), gap(next, left, 1, false)])
  if (right && last) pairs.push([gap(rect, right, -1, false), gap(right, last, 1, false)])
  return pairs.filter((two) => two.every(({ size }) => size > 0))
}

const endOf = (axis: Axis, rect: Rect): number => rect[axis] + rect[LENGTH[axis]]
const middleOf = (axis: Axis, rect: Rect): number => rect[axis] + rect[LENGTH[axis]] / 2

const alignmentsOf = (axis: Axis, rect: Rect): [start: number, middle: number, end: number] => [
  rect[axis],
  middleOf(axis, rect),
  endOf(axis, rect),
]

/** How far apart two rectangles are along the axis; below zero where they overlap. */
const distance = (axis: Axis, a: Rect, b: Rect): number =>
  Math.max(a[axis], b[axis]) - Math.min(endOf(axis, a), endOf(axis, b))
