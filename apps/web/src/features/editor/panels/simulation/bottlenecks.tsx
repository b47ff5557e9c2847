import { useThrottledSnapshot } from '../../session/use-throttled-snapshot.ts'
import classes from './common/section.module.css'
import { LoadRow } from './load-row.tsx'
import { edgeTaken, nodeTaken } from './taken.ts'

/** Nodes and edges above half of what they hold. */
export function Bottlenecks() {
  const snapshot = useThrottledSnapshot()
  const { bottlenecks = [] } = snapshot ?? {}
  if (snapshot === null || bottlenecks.length === 0)
    return <p className={classes.hint}>No significant bottlenecks detected</p>
  return (
    <ol className={classes.list}>
      {bottlenecks.map(({ of, id, utilization }) => (
        <LoadRow
          key={`${of} ${id}`}
          {...{ of, id, utilization }}
          taken={of === 'node' ? nodeTaken(snapshot, id) : edgeTaken(snapshot, id)}
        />
      ))}
    </ol>
  )
}
