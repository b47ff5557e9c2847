import { hasCapacity } from '@plimsoll/live-engine'
import { useMemo, useState } from 'react'
import { useEditorSession } from '../../session/use-editor-session.ts'
import { useThrottledSnapshot } from '../../session/use-throttled-snapshot.ts'
import type { NamedElement } from '../../ui/element-names.ts'
import classes from './common/section.module.css'
import { LoadRow } from './load-row.tsx'
import { type Ranked, ranking } from './ranking.ts'
import { edgeTaken, nodeTaken } from './taken.ts'

const FEW = 5
/** How many more are shown each time that one asks: a diagram may have ten thousand. */
const MORE = 50
const FEWER = 'Show fewer'

/** Bars of every node that can be loaded, and of every edge, deepest first. */
export function Utilization() {
  const snapshot = useThrottledSnapshot()
  const unloadable = useUnloadable(snapshot?.nodes)
  if (!snapshot) return <p className={classes.hint}>Loads show here while a simulation runs.</p>
  return (
    <>
      <LoadList
        title="Components"
        of="node"
        ranked={ranking(snapshot.nodes, snapshot.nodeUtilization, unloadable)}
        takenOf={(id) => nodeTaken(snapshot, id)}
      />
      <LoadList
        title="Connections"
        of="edge"
        ranked={ranking(snapshot.edges, snapshot.edgeUtilization)}
        takenOf={(id) => edgeTaken(snapshot, id)}
      />
    </>
  )
}

/** The nodes that cannot be loaded; found anew when the running diagram has changed, not with every move of a node. */
function useUnloadable(nodes: readonly string[] | undefined): ReadonlySet<string> {
  const session = useEditorSession()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is not read here, its change is the occasion.
  return useMemo(() => {
    const { flow } = session.document.getState()
    return new Set(flow.nodes.filter((node) => !hasCapacity(node)).map(({ id }) => id))
  }, [nodes])
}

type LoadListProps = {
  title: string
  of: NamedElement['of']
  ranked: readonly Ranked[]
  takenOf: (id: string) => string | null
}

function LoadList({ title, of, ranked, takenOf }: LoadListProps) {
  const [most, setMost] = useState(FEW)
  const shown = ranked.slice(0, most)
  const hidden = ranked.length - shown.length
  if (ranked.length === 0) return null
  return (
    <div className={classes.group}>
      <h4 className={classes.subtitle}>
        {title} <span className={`${classes.count} figure`}>{ranked.length.toLocaleString('en-US')}</span>
      </h4>
      <ul className={classes.list}>
        {shown.map(({ id, utilization }) => (
          <LoadRow key={id} {...{ of, id, utilization }} taken={takenOf(id)} />
        ))}
      </ul>
      <div className={classes.moreOrFewer}>
        {ranked.length > FEW && (
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
