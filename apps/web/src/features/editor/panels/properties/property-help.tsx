import {
  type Effect,
  ENGINE_NAMES,
  type Engine,
  IGNORED_REASONS,
  type Properties,
  type Property,
} from '@plimsoll/catalog'
import { type ReactNode, type Ref, type SyntheticEvent, useState } from 'react'
import { EffectMark } from './effect-mark.tsx'
import classes from './property-help.module.css'
import { rowOf } from './selected-elements.ts'

interface PropertyHelpProps {
  readonly properties: Properties
  readonly engine: Engine
  readonly ref: Ref<HTMLDivElement>
  readonly children: ReactNode
}

/**
 * The fields, and below them what the one last pointed at or focused is for: help that keyboard, mouse and touch reach
 * alike, and that covers nothing. Screen readers get the same from the description of each field.
 */
export function PropertyHelp({ properties, engine, ref, children }: PropertyHelpProps) {
  const [pointed, setPointed] = useState<string | null>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const name = pointed ?? focused
  const property = name === null ? undefined : properties[name]
  const onPointerOver = (event: SyntheticEvent) => setPointed((before) => propertyAt(event) ?? before)
  const onFocus = (event: SyntheticEvent) => {
    setFocused(propertyAt(event))
    setPointed(null)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches where pointer and focus are
    <div
      className={classes.root}
      onPointerOver={onPointerOver}
      onPointerLeave={() => setPointed(null)}
      onFocus={onFocus}
      onBlur={() => setFocused(null)}
    >
      <div ref={ref} className={classes.fields}>
        {children}
      </div>
      <div className={classes.help} aria-hidden="true" tabIndex={-1}>
        {property === undefined ? <Legend engine={engine} /> : <Explanation property={property} engine={engine} />}
      </div>
    </div>
  )
}

interface ExplanationProps {
  readonly property: Property
  readonly engine: Engine
}

/** What the property is for and does in the engine in use, or why it does nothing there; then what it does in the other one. */
function Explanation({ property: { label, help, effect }, engine }: ExplanationProps) {
  const phrase = effect[engine]
  const other = engine === 'live' ? 'events' : 'live'
  const elsewhere = effect[other]
  return (
    <>
      <p>
        <strong className={classes.label}>{label}.</strong> {help}
      </p>
      {phrase === undefined && effect.ignored !== undefined && (
        <EffectLine engine={engine} effect={effect} text={IGNORED_REASONS[effect.ignored]} />
      )}
      {phrase !== undefined && <EffectLine engine={engine} effect={effect} name={ENGINE_NAMES[engine]} text={phrase} />}
      {elsewhere !== undefined && (
        <EffectLine engine={other} effect={effect} name={ENGINE_NAMES[other]} text={elsewhere} />
      )}
    </>
  )
}

const SIMULATED: Effect = { live: '', events: '' }
const IGNORED: Effect = { ignored: 'text' }

function Legend({ engine }: { engine: Engine }) {
  const name = ENGINE_NAMES[engine]
  return (
    <>
      <p>What a property changes:</p>
      <div className={classes.legend}>
        <EffectLine engine={engine} effect={SIMULATED} text={`simulated by ${name}`} />
        <EffectLine engine={engine} effect={IGNORED} text={`not simulated by ${name}`} />
      </div>
    </>
  )
}

interface EffectLineProps {
  readonly engine: Engine
  readonly effect: Effect
  readonly name?: string
  readonly text: string
}

function EffectLine({ engine, effect, name, text }: EffectLineProps) {
  return (
    <p className={classes.effect}>
      <EffectMark effect={effect} engine={engine} />
      <span>
        {name !== undefined && <strong className={classes.engine}>{name}: </strong>}
        {text}
      </span>
    </p>
  )
}

const propertyAt = ({ target }: SyntheticEvent): string | null => rowOf(target)?.dataset.property ?? null
