import type { NodeType } from '@plimsoll/catalog'
import type { Token } from '../../../shared/scene/token.ts'
import type { Rect } from '../core/geometry.ts'

export interface Paint {
  readonly color: Token
  /** 0 to 1, or the token that holds it. */
  readonly opacity?: number | Token
}

export interface Stroke extends Paint {
  readonly width: number
  readonly dashes?: readonly number[]
}

interface Painted {
  readonly fill?: Paint
  readonly stroke?: Stroke
}

/** A plain shape in pixels of the flow, for painters that know neither nodes nor edges. */
export type Shape =
  | ({ readonly kind: 'rect'; readonly radius?: number } & Rect & Painted)
  | ({ readonly kind: 'path'; readonly path: string } & Painted)
  | ({ readonly kind: 'text' } & Text)
  | ({ readonly kind: 'icon'; readonly type: NodeType; readonly color: Token } & Pick<Rect, 'x' | 'y'> & {
        readonly size: number
      })

/** A line of text; `y` is its baseline. */
export interface Text {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly size: number
  readonly weight?: number
  readonly spacing?: number
  readonly anchor?: 'middle' | 'end'
  readonly color: Token
  /** A border around the letters, which sets them off from what lies below. */
  readonly halo?: Stroke
  /** What is wider is cut with an ellipsis. */
  readonly room?: number
  /** Digits are all as wide. */
  readonly isFigure?: true
}
