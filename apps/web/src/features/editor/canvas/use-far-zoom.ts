import { type RefObject, useEffect } from 'react'
import { NAMES_FROM_ZOOM } from '../core/editor.config.ts'
import { useShownViewport } from '../state/viewport.ts'

/** Marks the region while the flow is seen from too far away for small type (`data-far`), without drawing anything anew. */
export function useFarZoom(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const follow = () => region.current?.toggleAttribute('data-far', useShownViewport.getState().zoom < NAMES_FROM_ZOOM)
    follow()
    return useShownViewport.subscribe(follow)
  }, [region])
}
