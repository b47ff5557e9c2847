import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useStore } from 'zustand'
import { flowsQuery } from '../../../../shared/api/flows.ts'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import { FieldRefusal } from './field-refusal.tsx'
import classes from './predict.module.css'
import { createPrediction } from './session-prediction.ts'

/** The design that this one is compared with: itself with changes, or another flow of the library. */
export function OtherFlowField() {
  const prediction = useEditorSession().stateOf(createPrediction)
  const otherId = useStore(prediction.store, ({ otherId }) => otherId)
  const openId = useDocument(({ saved }) => saved?.id)
  const { data: flows = [], isError } = useQuery(flowsQuery)
  const id = useId()
  return (
    <div className={classes.field}>
      <label htmlFor={id}>B</label>
      <select
        id={id}
        value={otherId ?? ''}
        aria-describedby={isError ? `${id}-refusal` : undefined}
        onChange={({ currentTarget }) => prediction.store.setState({ otherId: currentTarget.value || null })}
      >
        <option value="">This design, changed</option>
        {flows
          .filter((one) => one.id !== openId)
          .map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
      </select>
      <FieldRefusal id={`${id}-refusal`}>{isError ? 'The flows of the library cannot be had now.' : null}</FieldRefusal>
    </div>
  )
}
