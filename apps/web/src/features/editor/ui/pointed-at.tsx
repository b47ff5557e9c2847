import type { Position } from '@plimsoll/flow'
import type { Ref } from 'react'

/** A point of the screen that something opens at. */
export function PointedAt({ at, ref }: { at: Position; ref?: Ref<HTMLSpanElement> }) {
  return <span ref={ref} style={{ position: 'fixed', left: at.x, top: at.y }} aria-hidden="true" />
}
