import classes from './figure.module.css'

type FigureProps = { name: string; value: number | undefined; unit?: string; digits?: number }

/** A figure with its unit in a lighter tone; a dash while there is none. */
export function Figure({ name, value, unit, digits = 0 }: FigureProps) {
  const number = new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return (
    <div className={classes.figure}>
      <dt>{name}</dt>
      <dd className="figure">
        {value === undefined ? '–' : number.format(value)}
        {unit && <span> {unit}</span>}
      </dd>
    </div>
  )
}
