import { EDGE_TYPES, type EdgeType, edgeKind, edgeLook, hasSpecificProperties } from '@plimsoll/catalog'
import { ArrowRight } from 'lucide-react'
import { useId } from 'react'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import { changeKind } from '../../tools/edit/edit-flow.ts'
import classes from './connection-details.module.css'
import { Select } from './fields/select.tsx'
import { labelOf, type SelectedEdge } from './selected-elements.ts'

const NAMED_KINDS = EDGE_TYPES.filter(hasSpecificProperties).map((type) => ({
  value: type,
  label: edgeKind(type).label,
}))

/** What only connections have: the two ends of one, and the choice of another kind, which starts from that kind's defaults. */
export function ConnectionDetails({ edges }: { edges: readonly SelectedEdge[] }) {
  const session = useEditorSession()
  const id = useId()
  const [type, ...otherTypes] = new Set(edges.map((edge) => edge.type))
  const [edge] = edges
  if (type === undefined || edge === undefined) return null
  const isOneKind = otherTypes.length === 0
  return (
    <div className={classes.root}>
      {edges.length === 1 && <Ends edge={edge} />}
      <div className={classes.kind}>
        <label htmlFor={id}>Connection kind</label>
        <Select
          id={id}
          value={isOneKind ? type : undefined}
          options={NAMED_KINDS}
          {...(isOneKind ? { otherwise: edgeKind(type).label } : {})}
          change={(kind) => changeKind(session, kind as EdgeType)}
        />
      </div>
      {isOneKind && !hasSpecificProperties(type) && (
        <p className={classes.none}>No specific properties for this edge type yet</p>
      )}
    </div>
  )
}

function Ends({ edge }: { edge: SelectedEdge }) {
  const { highlight } = edgeLook(edge.type, edge.data)
  return (
    <>
      <p className={classes.ends}>
        <NodeName id={edge.source} />
        <ArrowRight size={14} role="img" aria-label="to" className={classes.arrow} />
        <NodeName id={edge.target} />
      </p>
      {highlight !== null && <p className={classes.highlight}>{highlight}</p>}
    </>
  )
}

function NodeName({ id }: { id: string }) {
  const name = useDocument(({ flow }) => labelOf(flow.nodes.find((node) => node.id === id) ?? { data: {} })) || id
  return (
    <span className={classes.end} title={name}>
      {name}
    </span>
  )
}
