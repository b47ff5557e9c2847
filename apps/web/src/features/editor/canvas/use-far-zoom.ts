import { type RefObject, useEffect } from 'react'
import { NAMES_FROM_ZOOM } from '../core/editor.config.ts'
import { useBoardView } from '../state/viewport.ts'

/** Marks the region while the board is seen from too far away for small type (`data-far`), without drawing anything anew. */
export function useFarAway(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const follow = () => region.current?.toggleAttribute('data-far', useBoardView.getState().zoom < NAMES_FROM_ZOOM)
    follow()
    return useBoardView.subscribe(follow)
  }, [region])
}
