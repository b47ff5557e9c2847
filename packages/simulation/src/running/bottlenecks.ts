import { utilizationLevel } from './display-rules.ts'
import type { Bottleneck } from './snapshot.ts'

export const BOTTLENECKS_SHOWN = 5

interface Loaded {
  readonly id: string
  /** 0 to 1. */
  readonly utilization: number
}

/** The parts above the lowest level, the most loaded first, at most five. */
export function findBottlenecks({
  nodes,
  edges,
}: {
  nodes: readonly Loaded[]
  edges: readonly Loaded[]
}): readonly Bottleneck[] {
  const worst: Bottleneck[] = []
  for (const part of nodes) insert(worst, 'node', part)
  for (const part of edges) insert(worst, 'edge', part)
  return worst
}

function insert(worst: Bottleneck[], of: Bottleneck['of'], { id, utilization }: Loaded): void {
  const level = utilizationLevel(utilization)
  if (level === 0) return
  const below = worst.findIndex((other) => other.utilization < utilization)
  worst.splice(below < 0 ? worst.length : below, 0, { of, id, utilization, level })
  if (worst.length > BOTTLENECKS_SHOWN) worst.pop()
}
