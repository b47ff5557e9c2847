import type { Rect } from '../../core/geometry.ts'

/** A small flow is not drawn larger than this. */
const MOST_ZOOM = 2

export interface AnimationSize {
  /** Pixels, both even: what video codecs take. */
  readonly width: number
  readonly height: number
  /** Pixels to one of the flow. */
  readonly zoom: number
}

/** How large an animation of a part of the plane is, with so many pixels at its longer side. */
export function animationSize(bounds: Rect, longest: number): AnimationSize {
  const zoom = Math.min(MOST_ZOOM, longest / Math.max(bounds.width, bounds.height))
  const even = (length: number) => Math.max(2, 2 * Math.round((length * zoom) / 2))
  return { width: even(bounds.width), height: even(bounds.height), zoom }
}
