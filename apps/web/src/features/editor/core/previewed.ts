import type { Flow, Position } from '@plimsoll/flow'

/** Where the pointer has a node or group just now, before the flow is told. */
export interface Box {
  readonly position?: Position
  readonly width?: number
  readonly height?: number
}
export type Previewed = ReadonlyMap<string, Box>

/** A drag that a painter shows by itself, past the canvas library. */
export interface DirectDrag {
  /** Shows the dragged elements there. Gives back false once it is over, because the flow was changed meanwhile. */
  show(boxes: Previewed): boolean
  /** Shows everything where the flow has it. */
  end(): void
}

/** Begins one for the nodes and groups with these ids; null where the canvas library does as well. */
export type BeginDirectDrag = (
  region: HTMLElement,
  dragged: { readonly flow: Flow; readonly ids: ReadonlySet<string> },
) => DirectDrag | null
