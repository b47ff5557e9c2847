import { type Effect, ENGINE_NAMES, type Engine } from '@plimsoll/catalog'
import classes from './effect-mark.module.css'

/** In words what the mark says by its form. */
export const effectLabel = (effect: Effect, engine: Engine): string =>
  effect[engine] === undefined ? `Not simulated by ${ENGINE_NAMES[engine]}` : `Simulated by ${ENGINE_NAMES[engine]}`

interface EffectMarkProps {
  readonly effect: Effect
  readonly engine: Engine
}

/** A load mark: filled where the engine simulates the property. */
export function EffectMark({ effect, engine }: EffectMarkProps) {
  const label = effectLabel(effect, engine)
  const isSimulated = effect[engine] !== undefined
  return (
    <svg viewBox="0 0 10 10" width="10" height="10" role="img" aria-label={label} className={classes.mark}>
      <title>{label}</title>
      <circle cx="5" cy="5" r="3.5" className={classes.ring} data-idle={!isSimulated || undefined} />
      {isSimulated && <circle cx="5" cy="5" r="3.5" />}
    </svg>
  )
}
