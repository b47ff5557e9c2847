import type { RunSnapshot } from '@plimsoll/simulation'
import { useMemo, useSyncExternalStore } from 'react'
import { throttled } from './throttled.ts'
import { useEditorSession } from './use-editor-session.ts'

/**
 * The snapshot twice a second, and when the state changes: what is read as a list, and chosen from, must not change order with every
 * tick.
 */
export function useThrottledSnapshot(): RunSnapshot | null {
  const { store } = useEditorSession().run
  const subscribe = useMemo(
    () =>
      throttled((onNews) =>
        store.subscribe((run, before) => onNews(run.state !== before.state || !run.snapshot || !before.snapshot)),
      ),
    [store],
  )
  return useSyncExternalStore(subscribe, () => store.getState().snapshot)
}
