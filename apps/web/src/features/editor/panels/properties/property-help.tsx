import type { Properties, Property } from '@plimsoll/catalog'
import { type ReactNode, type Ref, type SyntheticEvent, useState } from 'react'
import { EffectMark } from './effect-mark.tsx'
import classes from './property-help.module.css'
import { rowOf } from './selected-elements.ts'

interface PropertyHelpProps {
  readonly properties: Properties
  readonly ref: Ref<HTMLDivElement>
  readonly children: ReactNode
}

/**
 * The fields, and below them what the one last pointed at or focused is for: help that keyboard, mouse and touch reach
 * alike, and that covers nothing. Screen readers get the same from the description of each field.
 */
export function PropertyHelp({ properties, ref, children }: PropertyHelpProps) {
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
        {property === undefined ? <Legend /> : <Explanation property={property} />}
      </div>
    </div>
  )
}

function Explanation({ property }: { property: Property }) {
  const { live, events } = property.effect
  return (
    <>
      <p>
        <strong className={classes.label}>{property.label}.</strong> {property.help}
      </p>
      {live !== undefined && <EffectLine effect={{ live }} engine="Live" text={live} />}
      {events !== undefined && <EffectLine effect={{ events }} engine="Events" text={events} />}
      {live === undefined && events === undefined && <EffectLine effect={{}} text="Display only" />}
    </>
  )
}

function Legend() {
  return (
    <>
      <p>What a property changes:</p>
      <div className={classes.legend}>
        <EffectLine effect={{ live: '' }} text="live engine" />
        <EffectLine effect={{ events: '' }} text="event engine" />
        <EffectLine effect={{ live: '', events: '' }} text="both" />
        <EffectLine effect={{}} text="display only" />
      </div>
    </>
  )
}

interface EffectLineProps {
  readonly effect: Property['effect']
  readonly engine?: string
  readonly text: string
}

function EffectLine({ effect, engine, text }: EffectLineProps) {
  return (
    <p className={classes.effect}>
      <EffectMark effect={effect} />
      <span>
        {engine !== undefined && <strong className={classes.engine}>{engine}: </strong>}
        {text}
      </span>
    </p>
  )
}

const propertyAt = ({ target }: SyntheticEvent): string | null => rowOf(target)?.dataset.property ?? null
