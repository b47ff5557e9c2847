import type { CSSProperties } from 'react'
import type { Of } from './field.ts'
import classes from './fields.module.css'
import type { Limits } from './number-entry.ts'

interface SliderProps extends Limits {
  readonly property: Of<'number'>
  readonly value: number | undefined
  readonly set: (value: number) => void
  /** What is set next is another edit. */
  readonly end: () => void
}

/** A number between two bounds, by pointer; keys have the field beside it, so it is no stop on their way. */
export function Slider({ property, value, min, max, set, end }: SliderProps) {
  if (min === null || max === null) return null
  const shown = value ?? min
  return (
    <input
      type="range"
      className={classes.slider}
      tabIndex={-1}
      aria-label={`${property.label} slider`}
      min={min}
      max={max}
      step={property.step ?? 'any'}
      value={shown}
      style={{ '--filled': `${(100 * (shown - min)) / (max - min)}%` } as CSSProperties}
      data-mixed={value === undefined || undefined}
      onPointerDown={end}
      onPointerUp={end}
      onBlur={end}
      onChange={(event) => set(event.currentTarget.valueAsNumber)}
    />
  )
}
