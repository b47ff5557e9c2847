import type { Effect } from '@plimsoll/catalog'
import classes from './effect-mark.module.css'

/** In words what the mark says by its form. */
export function effectLabel({ live, events }: Effect): string {
  if (live !== undefined && events !== undefined) return 'Affects both engines'
  if (live !== undefined) return 'Affects the live engine'
  return events !== undefined ? 'Affects the event engine' : 'Display only'
}

/** A load mark: its left half is filled for the live engine, its right half for the event engine. */
export function EffectMark({ effect }: { effect: Effect }) {
  const { live, events } = effect
  const label = effectLabel(effect)
  const idle = live === undefined && events === undefined
  return (
    <svg viewBox="0 0 10 10" width="10" height="10" role="img" aria-label={label} className={classes.mark}>
      <title>{label}</title>
      <circle cx="5" cy="5" r="3.5" className={classes.ring} data-idle={idle || undefined} />
      {live !== undefined && <path d="M5 1.5a3.5 3.5 0 0 0 0 7z" />}
      {events !== undefined && <path d="M5 1.5a3.5 3.5 0 0 1 0 7z" />}
    </svg>
  )
}
