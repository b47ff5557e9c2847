import { ViewportPortal } from '@xyflow/react'
import type { Rect } from '../../core/geometry.ts'
import classes from './preview.module.css'

/** From a ring to what it is around, in the units of the flow. */
const GAP = 3

/** Shows what would be chosen on the canvas: a connection's path, a ring around something, or both. */
export function Preview({ path, ring }: { path?: string; ring?: Rect }) {
  return (
    <ViewportPortal>
      <svg className={classes.preview} aria-hidden="true">
        {path && <path d={path} />}
        {ring && (
          <rect x={ring.x - GAP} y={ring.y - GAP} width={ring.width + 2 * GAP} height={ring.height + 2 * GAP} rx="13" />
        )}
      </svg>
    </ViewportPortal>
  )
}
