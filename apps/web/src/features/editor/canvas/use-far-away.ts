import { useStoreApi } from '@xyflow/react'
import { type RefObject, useEffect } from 'react'
import { NAMES_FROM_ZOOM } from '../editor.config.ts'

/** Marks the region while the board is seen from too far away for small type (`data-far`), without drawing anything anew. */
export function useFarAway(region: RefObject<HTMLElement | null>): void {
  const store = useStoreApi()
  useEffect(() => {
    const follow = () => region.current?.toggleAttribute('data-far', store.getState().transform[2] < NAMES_FROM_ZOOM)
    follow()
    return store.subscribe(follow)
  }, [store, region])
}
