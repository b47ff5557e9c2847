import { useStore } from 'zustand'
import { useEditorSession } from '../../session/use-editor-session.ts'
import { comparedFigures, createAppliedChange } from './applied-change.ts'
import { changeText } from './change-text.ts'
import { decimals, short } from './common/figures.ts'
import classes from './diagnosis.module.css'
import { useThrottledSnapshot } from './use-throttled-snapshot.ts'

/** Length of the windows that are compared, in simulated ms. */
const WINDOW_MS = 10_000

/** The last proposal that was applied during the run: the ten seconds before beside the last ten seconds since. */
export function BeforeAndAfter() {
  const { applied } = useStore(useEditorSession().stateOf(createAppliedChange))
  const snapshot = useThrottledSnapshot()
  if (applied?.before == null || snapshot === null) return null
  // A run that began anew counts from its own start.
  const sinceMs = snapshot.elapsedTime >= applied.atMs ? snapshot.elapsedTime - applied.atMs : snapshot.elapsedTime
  const before = comparedFigures(applied.before)
  const after = sinceMs >= WINDOW_MS ? comparedFigures(snapshot.windows.last10s) : null
  return (
    <table className={classes.comparison} aria-label="Before and after">
      <caption>{applied.finding.changes.map(changeText).join(', ')}</caption>
      <thead>
        <tr>
          <th scope="col">Ten seconds</th>
          <th scope="col">before</th>
          <th scope="col">{after ? 'after' : `after, in ${Math.ceil((WINDOW_MS - sinceMs) / 1000)} s`}</th>
        </tr>
      </thead>
      <tbody>
        <Row name="Completed" before={`${short(before.rate)} rps`} after={after && `${short(after.rate)} rps`} />
        <Row name="p95" before={milliseconds(before.p95)} after={after && milliseconds(after.p95)} />
        <Row
          name="Errors"
          before={`${decimals(before.errors, 2)} %`}
          after={after && `${decimals(after.errors, 2)} %`}
        />
      </tbody>
    </table>
  )
}

interface RowProps {
  readonly name: string
  readonly before: string
  readonly after: string | null
}

function Row({ name, before, after }: RowProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="figure">{before}</td>
      <td className="figure">{after ?? '–'}</td>
    </tr>
  )
}

const milliseconds = (value: number | null): string => (value === null ? '–' : `${short(value)} ms`)
