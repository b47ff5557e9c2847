import type { HistoryPoint } from '@plimsoll/simulation'
import { useMemo, useSyncExternalStore } from 'react'
import { throttled } from '../../../session/throttled.ts'
import { useEditorSession } from '../../../session/use-editor-session.ts'

/** The history, told of twice a second; that it was cleared, at once. */
export function useThrottledHistory(): readonly HistoryPoint[] {
  const { history } = useEditorSession().run
  const subscribe = useMemo(
    () => throttled((onNews) => history.subscribe(({ points }) => onNews(points.length === 0))),
    [history],
  )
  return useSyncExternalStore(subscribe, () => history.getState().points)
}
