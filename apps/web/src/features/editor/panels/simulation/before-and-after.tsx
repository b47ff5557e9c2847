import { comparedWindow } from '@plimsoll/simulation'
import { useStore } from 'zustand'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import { useThrottledSnapshot } from '../../session/use-throttled-snapshot.ts'
import { createAppliedChange, isInForce } from './applied-change.ts'
import { proposalText } from './change-text.ts'
import { comparedFigures } from './common/compared-figures.ts'
import { Comparison } from './common/comparison.tsx'

/** Length of the windows that are compared, in simulated ms. */
const WINDOW_MS = 10_000

/** The last proposal that was applied during the run: the ten seconds before beside the last ten seconds since. */
export function BeforeAndAfter() {
  const { applied } = useStore(useEditorSession().stateOf(createAppliedChange))
  const snapshot = useThrottledSnapshot()
  const flow = useDocument((state) => state.flow)
  if (applied?.before == null || snapshot === null || !isInForce(applied.finding, flow)) return null
  // A run that began anew counts from its own start.
  const sinceMs = snapshot.elapsedTime >= applied.atMs ? snapshot.elapsedTime - applied.atMs : snapshot.elapsedTime
  const isOver = sinceMs >= WINDOW_MS
  return (
    <Comparison
      label="Before and after"
      caption={proposalText(flow, applied.finding.changes)}
      heads={['Ten seconds', 'before', isOver ? 'after' : `after, in ${Math.ceil((WINDOW_MS - sinceMs) / 1000)} s`]}
      before={comparedFigures(applied.before)}
      after={isOver ? comparedFigures(comparedWindow(snapshot)) : null}
    />
  )
}
