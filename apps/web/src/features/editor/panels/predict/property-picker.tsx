import { optionsOf } from '@plimsoll/catalog'
import type { VariablePart, VariableProperty } from '@plimsoll/experiments'
import { useId, useState } from 'react'
import panelButton from '../../ui/panel-button.module.css'
import classes from './predict.module.css'

interface PropertyPickerProps {
  readonly parts: readonly VariablePart[]
  readonly valueLabel: string
  readonly placeholder: string
  readonly describedBy: string | undefined
  /** Gives back whether it was taken. */
  readonly onAdd: (part: VariablePart, property: VariableProperty, typed: string) => boolean
}

/** A property of a component or connection, picked from what is declared, and a value for it. */
export function PropertyPicker({ parts, valueLabel, placeholder, describedBy, onAdd }: PropertyPickerProps) {
  const [partId, setPartId] = useState('')
  const [propertyName, setPropertyName] = useState('')
  const [typed, setTyped] = useState('')
  const id = useId()
  const part = parts.find((one) => one.id === partId)
  const property = part?.properties.find(({ name }) => name === propertyName)
  const offered = property === undefined ? [] : valuesOf(property)

  function add(): void {
    if (part === undefined || property === undefined || typed.trim() === '') return
    if (onAdd(part, property, typed)) setTyped('')
  }

  return (
    <div className={classes.field}>
      <label htmlFor={`${id}-part`}>Component or connection</label>
      <select id={`${id}-part`} value={partId} onChange={({ currentTarget }) => setPartId(currentTarget.value)}>
        <option value="">Choose …</option>
        {parts.map((one) => (
          <option key={one.id} value={one.id}>
            {one.title}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}-property`}>Property</label>
      <select
        id={`${id}-property`}
        value={property?.name ?? ''}
        disabled={part === undefined}
        onChange={({ currentTarget }) => setPropertyName(currentTarget.value)}
      >
        <option value="">Choose …</option>
        {part?.properties.map(({ name, label, unit }) => (
          <option key={name} value={name}>
            {unit === '' || label.toLowerCase().endsWith(unit.toLowerCase()) ? label : `${label}, ${unit}`}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}-value`}>
        {valueLabel}
        {property && <span className={classes.faint}> now {presentValue(property)}</span>}
      </label>
      <span className={classes.entry}>
        <input
          id={`${id}-value`}
          list={`${id}-values`}
          autoComplete="off"
          placeholder={property?.declared.type === 'number' || property === undefined ? placeholder : offered[0]}
          value={typed}
          disabled={property === undefined}
          aria-describedby={describedBy}
          aria-invalid={describedBy !== undefined}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
            event.preventDefault()
            add()
          }}
        />
        <datalist id={`${id}-values`}>
          {offered.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        <button
          type="button"
          className={`${panelButton.root} ${classes.button}`}
          disabled={property === undefined}
          onClick={add}
        >
          Add
        </button>
      </span>
    </div>
  )
}

/** What can be chosen; a number is typed. */
function valuesOf({ declared, name, value }: VariableProperty): readonly string[] {
  if (declared.type === 'flag') return ['on', 'off']
  return optionsOf(declared, { [name]: value }).map((option) => option.value)
}

const presentValue = ({ value, unit }: VariableProperty): string =>
  typeof value === 'boolean' ? (value ? 'on' : 'off') : unit === '' ? String(value) : `${value} ${unit}`
