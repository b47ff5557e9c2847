import { utilizationLevel } from './display-rules.ts'
import type { Bottleneck } from './snapshot.ts'

export const BOTTLENECKS_SHOWN = 5

interface Loaded {
  readonly id: string
  /** 0 to 1. */
  readonly utilization: number
  /** The share that works, 0 to 1: the rest waits for others. Default: all of it. */
  readonly working?: number
}

/**
 * The parts above the lowest level, the most loaded first, at most five. Of those that show the same percentage the one that works more comes
 * first: what waits is full because of it.
 */
export function findBottlenecks({
  nodes,
  edges,
}: {
  nodes: readonly Loaded[]
  edges: readonly Loaded[]
}): readonly Bottleneck[] {
  const worst: Found[] = []
  for (const part of nodes) insert(worst, 'node', part)
  for (const part of edges) insert(worst, 'edge', part)
  return worst.map(({ bottleneck }) => bottleneck)
}

interface Found {
  readonly bottleneck: Bottleneck
  readonly working: number
}

function insert(worst: Found[], of: Bottleneck['of'], { id, utilization, working = utilization }: Loaded): void {
  const level = utilizationLevel(utilization)
  if (level === 0) return
  const found = { bottleneck: { of, id, utilization, level }, working }
  const below = worst.findIndex((other) => isBelow(other, found))
  worst.splice(below < 0 ? worst.length : below, 0, found)
  if (worst.length > BOTTLENECKS_SHOWN) worst.pop()
}

function isBelow(one: Found, other: Found): boolean {
  const [percent, otherPercent] = [one, other].map(({ bottleneck }) => Math.round(100 * bottleneck.utilization)) as [
    number,
    number,
  ]
  return percent === otherPercent ? one.working < other.working : percent < otherPercent
}
