import { useState } from 'react'
import { LoadRow } from './load-row.tsx'
import type { Part } from './names.ts'
import classes from './panel.module.css'
import { ranking } from './ranking.ts'
import { useSettledSnapshot } from './use-settled-snapshot.ts'

const FEW = 5
/** How many more are shown each time that one asks: a diagram may have ten thousand. */
const MORE = 50
const FEWER = 'Show fewer'

/** Bars of every node and edge, deepest first. */
export function Utilization() {
  const snapshot = useSettledSnapshot()
  if (!snapshot) return <p className={classes.hint}>Loads show here while a simulation runs.</p>
  return (
    <>
      <LoadList title="Components" of="node" ids={snapshot.nodes} utilizations={snapshot.nodeUtilization} />
      <LoadList title="Connections" of="edge" ids={snapshot.edges} utilizations={snapshot.edgeUtilization} />
    </>
  )
}

type LoadListProps = {
  title: string
  of: Part['of']
  ids: readonly string[]
  utilizations: Float32Array
}

function LoadList({ title, of, ids, utilizations }: LoadListProps) {
  const [most, setMost] = useState(FEW)
  const shown = ranking(ids, utilizations, most)
  const hidden = ids.length - shown.length
  if (ids.length === 0) return null
  return (
    <div className={classes.group}>
      <h4 className={classes.subtitle}>
        {title} <span className={`${classes.count} figure`}>{ids.length.toLocaleString('en-US')}</span>
      </h4>
      <ul className={classes.list}>
        {shown.map(({ id, utilization }) => (
          <LoadRow key={id} of={of} id={id} utilization={utilization} />
        ))}
      </ul>
      <div className={classes.moreOrFewer}>
        {ids.length > FEW && (
          <button type="button" className={classes.more} onClick={() => setMost(hidden === 0 ? FEW : most + MORE)}>
            {hidden === 0 ? FEWER : `Show ${Math.min(hidden, MORE)} more`}
          </button>
        )}
        {hidden > 0 && most > FEW && (
          <button type="button" className={classes.more} onClick={() => setMost(FEW)}>
            {FEWER}
          </button>
        )}
      </div>
    </div>
  )
}
