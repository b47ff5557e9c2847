/** Where the flow lies on a canvas: a point of it is at `x + scale * point.x`, in px. */
export interface Placing {
  readonly x: number
  readonly y: number
  readonly scale: number
}
