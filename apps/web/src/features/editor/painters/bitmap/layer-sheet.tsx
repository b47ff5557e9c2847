import { useMemo } from 'react'
import { cullArea } from '../../core/cull-area.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'
import classes from './bitmap.module.css'

/** Nobody sees it. It makes an `<svg>` over the flow as large as the viewport, whatever else is in it: a layer that keeps its size is painted, and not worked out, anew. */
export function LayerSheet() {
  const session = useEditorSession()
  const { left, top, right, bottom } = useMemo(() => cullArea(session.viewport.getState()), [session])
  return <rect className={classes.layerSheet} x={left} y={top} width={right - left} height={bottom - top} />
}
