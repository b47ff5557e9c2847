import type { Position } from '@plimsoll/flow'
import type { Rect } from '../geometry.ts'

/** A node, or a group that is placed as one: where it is now, and how large. */
export interface PlannedNode extends Rect {
  readonly id: string
  /** What it is sorted by within its layer, before its own height on the canvas: where its group stands. */
  readonly groupAt?: number
}

export interface Plan {
  readonly nodes: readonly PlannedNode[]
  /** Which node leads to which, by id; what leads elsewhere or to itself does not count. */
  readonly edges: readonly (readonly [source: string, target: string])[]
  /** Between layers, and between the nodes of one. */
  readonly gap: { readonly horizontal: number; readonly vertical: number }
  /** Whether the nodes of a layer stay in their order from top to bottom; else they are put so that few edges cross. */
  readonly keepsOrder: boolean
  /** Whether it has to be quick even where it is small, as it is one of many. */
  readonly isOneOfMany?: boolean
}

/** Where the upper left corners come to stand, from any origin. */
export type Positions = ReadonlyMap<string, Position>

/** From top to bottom, as the nodes stand now. */
export function fromTop(a: PlannedNode, b: PlannedNode): number {
  return keyOf(a) - keyOf(b) || middle(a) - middle(b) || a.x - b.x
}

export const keyOf = (node: PlannedNode): number => node.groupAt ?? middle(node)

const middle = ({ y, height }: Rect): number => y + height / 2
