import type { Position } from '@plimsoll/flow'

/** What is placed as one: a card, or a group with all that stands in it. */
export interface Block {
  readonly id: string
  readonly width: number
  readonly height: number
}

/** Between two blocks, by their ids. */
export type BlockLink = readonly [from: string, to: string]

/** Upper left corners by id. */
export type Places = ReadonlyMap<string, Position>
