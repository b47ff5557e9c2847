import { clientsOf } from '@plimsoll/experiments'
import { useId } from 'react'
import { useDocument } from '../../session/use-editor-session.ts'
import classes from './predict.module.css'

interface CapacityClientProps {
  /** Null: all clients together. */
  readonly clientId: string | null
  readonly onChoose: (clientId: string | null) => void
}

/** Whose load is varied where there are several clients. */
export function CapacityClient({ clientId, onChoose }: CapacityClientProps) {
  const id = useId()
  const nodes = useDocument(({ flow }) => flow.nodes)
  const clients = clientsOf({ nodes })
  if (clients.length < 2) return null
  return (
    <div className={classes.field}>
      <label htmlFor={id}>Load to raise</label>
      <select id={id} value={clientId ?? ''} onChange={({ target }) => onChoose(target.value || null)}>
        <option value="">All clients together</option>
        {clients.map((client) => (
          <option key={client.id} value={client.id}>
            {client.data.label || client.id}
          </option>
        ))}
      </select>
    </div>
  )
}
