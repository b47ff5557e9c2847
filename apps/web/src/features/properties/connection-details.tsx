import { EDGE_TYPES, type EdgeType, edgeKind, hasSpecificProperties } from '@plimsoll/catalog'
import { ArrowRight, ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { useDiagram } from '../../stores/diagram.ts'
import classes from './connection-details.module.css'
import { nameIn } from './element-heading.tsx'
import fields from './fields/fields.module.css'
import type { Selected } from './selected-element.ts'

const NAMED_KINDS = EDGE_TYPES.filter(hasSpecificProperties)

/** What only a connection has: its two ends, and the choice of another kind, which starts from that kind's defaults. */
export function ConnectionDetails({ element }: { element: Extract<Selected, { of: 'edge' }> }) {
  const dispatch = useDiagram((state) => state.dispatch)
  const id = useId()
  return (
    <div className={classes.root}>
      <p className={classes.ends}>
        <NodeName id={element.source} />
        <ArrowRight size={14} role="img" aria-label="to" className={classes.arrow} />
        <NodeName id={element.target} />
      </p>
      <div className={classes.kind}>
        <label htmlFor={id}>Connection kind</label>
        <span className={fields.choice}>
          <select
            id={id}
            className={fields.select}
            value={element.type}
            onChange={(event) =>
              dispatch({ type: 'change-edge-kind', id: element.id, kind: event.currentTarget.value as EdgeType })
            }
          >
            {!NAMED_KINDS.includes(element.type) && (
              <option value={element.type} hidden>
                {edgeKind(element.type).label}
              </option>
            )}
            {NAMED_KINDS.map((type) => (
              <option key={type} value={type}>
                {edgeKind(type).label}
              </option>
            ))}
          </select>
          <ChevronDown size={14} aria-hidden="true" className={fields.chevron} />
        </span>
      </div>
      {!hasSpecificProperties(element.type) && (
        <p className={classes.none}>No specific properties for this edge type yet</p>
      )}
    </div>
  )
}

function NodeName({ id }: { id: string }) {
  const name = useDiagram(({ flow }) => nameIn(flow.nodes.find((node) => node.id === id)?.data ?? {})) || id
  return (
    <span className={classes.end} title={name}>
      {name}
    </span>
  )
}
