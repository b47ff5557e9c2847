import { objectiveScopes, objectiveText, savedTexts } from '@plimsoll/experiments'
import { useId, useMemo, useState } from 'react'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import panelButton from '../../ui/panel-button.module.css'
import { FieldRefusal } from './field-refusal.tsx'
import classes from './predict.module.css'
import { readNumber } from './read-number.ts'
import { objectiveFault } from './saved-objectives.ts'

const GROUPS = ['Clients', 'Request types', 'Components', 'Connections with messages'] as const

/** An objective put together: what it is about, its figure, and its limit, which begins with the usual one. */
export function ObjectiveBuilder() {
  const session = useEditorSession()
  const flow = useDocument((document) => document.flow)
  const scopes = useMemo(() => objectiveScopes(flow), [flow])
  const [at, setAt] = useState('')
  const [metric, setMetric] = useState('p99')
  const [typed, setTyped] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const id = useId()
  const [whole] = scopes
  const scope = scopes.find((one) => one.at === at) ?? whole
  const choice = scope?.metrics.find((one) => one.metric === metric) ?? scope?.metrics[0]
  if (scope === undefined || choice === undefined) return null

  function add(): void {
    if (scope === undefined || choice === undefined) return
    const limit = readNumber(typed ?? String(choice.limit), { min: 0, max: 1e12, isWhole: false, unit: choice.unit })
    const fault = typeof limit === 'number' ? null : (limit ?? 'The limit is missing.')
    const text = typeof limit === 'number' ? objectiveText(scope, choice, limit) : ''
    const { flow: now, dispatch } = session.document.getState()
    const texts = savedTexts(now, 'objectives')
    const why = fault ?? (texts.includes(text) ? `${text} is there already.` : objectiveFault(now, text))
    setRefusal(why)
    if (why !== null) return
    dispatch({ type: 'set-simulation', name: 'objectives', value: [...texts, text] })
    setTyped(null)
  }

  return (
    <details className={classes.fold}>
      <summary>Choose an objective</summary>
      <div className={classes.field}>
        <label htmlFor={`${id}-of`}>Of</label>
        <select id={`${id}-of`} value={scope.at} onChange={({ currentTarget }) => setAt(currentTarget.value)}>
          <option value="">{whole?.name}</option>
          {GROUPS.map((group) => {
            const within = scopes.filter((one) => one.group === group)
            return (
              within.length > 0 && (
                <optgroup key={group} label={group}>
                  {within.map((one) => (
                    <option key={one.at} value={one.at}>
                      {one.name}
                    </option>
                  ))}
                </optgroup>
              )
            )
          })}
        </select>
      </div>
      <div className={classes.field}>
        <label htmlFor={`${id}-figure`}>Figure</label>
        <select
          id={`${id}-figure`}
          value={choice.metric}
          onChange={({ currentTarget }) => {
            setMetric(currentTarget.value)
            setTyped(null)
          }}
        >
          {scope.metrics.map((one) => (
            <option key={one.metric} value={one.metric}>
              {one.name}
            </option>
          ))}
        </select>
      </div>
      <div className={classes.field}>
        <label htmlFor={`${id}-limit`}>
          {choice.comparison === '<' ? 'Less than' : 'More than'} <span className={classes.faint}>{choice.unit}</span>
        </label>
        <span className={classes.entry}>
          <input
            id={`${id}-limit`}
            inputMode="decimal"
            autoComplete="off"
            value={typed ?? String(choice.limit)}
            aria-invalid={refusal !== null}
            aria-describedby={refusal === null ? undefined : `${id}-refusal`}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) add()
            }}
          />
          <button type="button" className={`${panelButton.root} ${classes.button}`} onClick={add}>
            Add objective
          </button>
        </span>
        <FieldRefusal id={`${id}-refusal`}>{refusal}</FieldRefusal>
      </div>
    </details>
  )
}
