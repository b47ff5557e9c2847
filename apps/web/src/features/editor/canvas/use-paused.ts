import { type RefObject, useEffect } from 'react'
import { useRun } from '../run/run.ts'

/** Marks the region while the run is paused (`data-paused`), without drawing anything anew. */
export function usePaused(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const follow = () => region.current?.toggleAttribute('data-paused', useRun.getState().state === 'paused')
    follow()
    return useRun.subscribe(follow)
  }, [region])
}
