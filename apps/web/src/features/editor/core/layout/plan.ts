import type { Position } from '@plimsoll/flow'
import type { Rect } from '../geometry.ts'

/** A card, or a group that is placed as one: where it is now, and how large. */
export interface PlannedNode extends Rect {
  readonly id: string
  /** What it is sorted by within its layer, before its own height on the board: where its group stands. */
  readonly groupAt?: number
}

export interface Plan {
  readonly cards: readonly PlannedNode[]
  /** Which card leads to which, by id; what leads elsewhere or to itself does not count. */
  readonly lines: readonly (readonly [source: string, target: string])[]
  /** Between layers, and between the cards of one. */
  readonly gap: { readonly horizontal: number; readonly vertical: number }
  /** Whether the cards of a layer stay in their order from top to bottom; else they are put so that few lines cross. */
  readonly keepsOrder: boolean
  /** Whether it has to be quick even where it is small, as it is one of many. */
  readonly isOneOfMany?: boolean
}

/** Where the upper left corners come to stand, from any origin. */
export type Positions = ReadonlyMap<string, Position>

/** From top to bottom, as the cards stand now. */
export function fromTop(a: PlannedNode, b: PlannedNode): number {
  return keyOf(a) - keyOf(b) || middle(a) - middle(b) || a.x - b.x
}

export const keyOf = (card: PlannedNode): number => card.groupAt ?? middle(card)

const middle = ({ y, height }: Rect): number => y + height / 2
