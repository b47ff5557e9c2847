import { type RefObject, useEffect } from 'react'
import { NAMES_FROM_ZOOM } from '../core/editor.config.ts'
import { useEditorSession } from '../session/use-editor-session.ts'

/** Marks the region while the flow is seen from too far away for small type (`data-far`), without drawing anything anew. */
export function useFarZoom(region: RefObject<HTMLElement | null>): void {
  const session = useEditorSession()
  useEffect(() => {
    const follow = () => region.current?.toggleAttribute('data-far', session.viewport.getState().zoom < NAMES_FROM_ZOOM)
    follow()
    return session.viewport.subscribe(follow)
  }, [region, session.viewport.subscribe, session.viewport.getState])
}
