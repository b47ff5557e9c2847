import { MEASURES, type Measure } from '@plimsoll/experiments'
import { useId } from 'react'
import classes from './predict.module.css'

interface SensitivityMeasureProps {
  readonly measure: Measure
  readonly onChoose: (measure: Measure) => void
}

const LABELS: Readonly<Record<Measure, string>> = { p99: 'p99', capacity: 'p99 and capacity (takes longer)' }

/** By what "What matters most?" compares. */
export function SensitivityMeasure({ measure, onChoose }: SensitivityMeasureProps) {
  const id = useId()
  return (
    <div className={classes.field}>
      <label htmlFor={id}>What matters most to</label>
      <select id={id} value={measure} onChange={({ target }) => onChoose(target.value as Measure)}>
        {MEASURES.map((one) => (
          <option key={one} value={one}>
            {LABELS[one]}
          </option>
        ))}
      </select>
    </div>
  )
}
