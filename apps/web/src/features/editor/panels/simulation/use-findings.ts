import { type Finding, findings, NO_MEASURES } from '@plimsoll/simulation'
import { useMemo, useSyncExternalStore } from 'react'
import { throttled } from '../../session/throttled.ts'
import { useEditorSession, useRun } from '../../session/use-editor-session.ts'

const NONE: readonly Finding[] = []

/** What is the matter with the run; before its first figures, and while there is none, with the drawing. */
export function useFindings(): readonly Finding[] {
  const told = useRun((run) => run.findings)
  const isStopped = useRun((run) => run.state === 'stopped')
  const { document } = useEditorSession()
  const subscribe = useMemo(
    () => throttled((onNews) => document.subscribe(({ flow }, before) => flow !== before.flow && onNews(false))),
    [document],
  )
  const flow = useSyncExternalStore(subscribe, () => document.getState().flow)
  const isEmpty = isStopped && flow.nodes.length === 0
  const drawn = useMemo(() => (told || isEmpty ? NONE : findings(flow, NO_MEASURES)), [told, isEmpty, flow])
  return told ?? drawn
}
