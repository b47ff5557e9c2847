import { type RefObject, useEffect } from 'react'
import { useEditorSession } from '../session/use-editor-session.ts'

/** Marks the region while the run is paused (`data-paused`), without drawing anything anew. */
export function usePaused(region: RefObject<HTMLElement | null>): void {
  const session = useEditorSession()
  useEffect(() => {
    const follow = () => region.current?.toggleAttribute('data-paused', session.run.store.getState().state === 'paused')
    follow()
    return session.run.store.subscribe(follow)
  }, [region, session.run.store.subscribe, session.run.store.getState])
}
