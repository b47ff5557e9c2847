import type { Property } from '@plimsoll/catalog'
import { useDocument } from '../../session/use-editor-session.ts'
import { useThrottledSnapshot } from '../../session/use-throttled-snapshot.ts'
import { presentFigure } from './present-figure.ts'
import classes from './property-row.module.css'

/** Below a field: what the property does in the run, while one element is selected. */
export function PresentFigure({ property, value }: { property: Property; value: unknown }) {
  const id = useDocument(({ selection: { nodes, edges } }) =>
    nodes.length + edges.length === 1 ? (nodes[0] ?? edges[0]) : undefined,
  )
  const snapshot = useThrottledSnapshot()
  const text = snapshot && id !== undefined ? presentFigure(property, value, { snapshot, id }) : null
  return text === null ? null : <p className={classes.present}>{text}</p>
}
