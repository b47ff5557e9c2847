import { useReducedMotion } from '@mantine/hooks'
import { useStoreApi } from '@xyflow/react'
import { useEffect, useRef } from 'react'
import { useColorScheme } from '../../../../shared/theme/color-scheme.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'
import classes from './dots-layer.module.css'
import { renderDots } from './dots-renderer.ts'
import { dotsOfEditor } from './editor-dots.ts'

/** The requests on their way, as dots on one canvas over the graph. Stands inside `<ReactFlow>`. */
export function DotsLayer() {
  const session = useEditorSession()
  const canvas = useRef<HTMLCanvasElement>(null)
  const flow = useStoreApi()
  const isStill = useReducedMotion()
  const scheme = useColorScheme((state) => state.scheme)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another scheme means other colours, which are read once.
  useEffect(() => {
    if (canvas.current)
      return renderDots(dotsOfEditor(session, flow, canvas.current), { canvas: canvas.current, isStill })
  }, [flow, isStill, scheme])

  return <canvas ref={canvas} className={classes.root} data-follows-view="" data-testid="dots" />
}
