import classes from './refusal.module.css'
import { toast } from './toast.ts'

/** So many faults are told, and how many more there are. */
const SHOWN = 5

let shown: string | null = null

/** Says why something cannot be opened, until that is closed or something else is read. */
export function showRefusal(name: string, faults: readonly string[]): void {
  const more = faults.length - SHOWN
  shown = toast.lasting(
    faults.length === 1 ? (
      `${name} cannot be opened: ${faults[0]}. The board is as it was.`
    ) : (
      <>
        {name} cannot be opened. The board is as it was.
        <ul className={classes.faults}>
          {faults.slice(0, SHOWN).map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
          {more > 0 && <li>and {more.toLocaleString('en-US')} more</li>}
        </ul>
      </>
    ),
  )
}

export function hideRefusal(): void {
  if (shown !== null) toast.hide(shown)
  shown = null
}
