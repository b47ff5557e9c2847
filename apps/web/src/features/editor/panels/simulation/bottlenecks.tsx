import { useThrottledSnapshot } from '../../session/use-throttled-snapshot.ts'
import classes from './common/section.module.css'
import { LoadRow } from './load-row.tsx'

/** Nodes and edges above half of what they hold. */
export function Bottlenecks() {
  const bottlenecks = useThrottledSnapshot()?.bottlenecks ?? []
  if (bottlenecks.length === 0) return <p className={classes.hint}>No significant bottlenecks detected</p>
  return (
    <ol className={classes.list}>
      {bottlenecks.map(({ of, id, utilization }) => (
        <LoadRow key={`${of} ${id}`} of={of} id={id} utilization={utilization} />
      ))}
    </ol>
  )
}
