import type { SimulationSetting } from '@plimsoll/experiments'
import { useId, useState } from 'react'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import { FieldRefusal } from './field-refusal.tsx'
import classes from './predict.module.css'
import { readNumber } from './read-number.ts'
import { savedSetting, settingChange } from './saved-setting.ts'

type Shown = Exclude<SimulationSetting, { readonly kind: 'objectives' }>

/** One setting of a simulation, kept with the design. What is refused stays in the field with the reason, until it is left. */
export function SettingField({ setting }: { setting: Shown }) {
  const session = useEditorSession()
  const value = useDocument(({ flow }) => savedSetting(flow.simulation, setting.name))
  const [typed, setTyped] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const id = useId()
  const describedBy = refusal === null ? `${id}-help` : `${id}-help ${id}-refusal`
  const field = { id, 'aria-describedby': describedBy, 'aria-invalid': refusal !== null }

  function keep(to: unknown): void {
    const { flow, dispatch } = session.document.getState()
    dispatch(settingChange(flow.simulation, setting.name, to === setting.default ? undefined : to))
  }

  function commit(): void {
    if (typed === null) return
    const read = setting.kind === 'number' ? readNumber(typed, setting) : typed.trim() || undefined
    const isRefused = setting.kind === 'number' && typeof read === 'string'
    setRefusal(isRefused ? read : null)
    if (isRefused) return
    setTyped(null)
    keep(read)
  }

  return (
    <div className={classes.field}>
      <label htmlFor={id}>
        {setting.label}
        {setting.kind === 'number' && setting.unit && <span className={classes.faint}> {setting.unit}</span>}
      </label>
      {setting.kind === 'flag' ? (
        <input
          {...field}
          type="checkbox"
          checked={(value ?? setting.default) === true}
          onChange={({ currentTarget }) => keep(currentTarget.checked)}
        />
      ) : setting.kind === 'choice' ? (
        <select
          {...field}
          value={typeof value === 'string' ? value : (setting.default ?? '')}
          onChange={({ currentTarget }) => keep(currentTarget.value || undefined)}
        >
          {setting.default === null && <option value="">Not set</option>}
          {setting.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...field}
          inputMode={setting.kind === 'number' ? 'decimal' : 'text'}
          autoComplete="off"
          placeholder={setting.default === null ? 'Not set' : String(setting.default)}
          value={typed ?? (value === undefined ? '' : String(value))}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onBlur={commit}
          onKeyDown={({ key }) => key === 'Enter' && commit()}
        />
      )}
      <span id={`${id}-help`} className={classes.help}>
        {setting.help}
      </span>
      <FieldRefusal id={`${id}-refusal`}>{refusal}</FieldRefusal>
    </div>
  )
}
