import type { Position } from '@plimsoll/flow'

/** Where the pointer has a card or group just now, before the flow is told. */
export interface Box {
  readonly position?: Position
  readonly width?: number
  readonly height?: number
}
export type Moving = ReadonlyMap<string, Box>
