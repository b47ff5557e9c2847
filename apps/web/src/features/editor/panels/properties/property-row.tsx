import type { Engine, PanelField, Property } from '@plimsoll/catalog'
import { type ComponentType, memo, useId } from 'react'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import { changeProperty } from './edit.ts'
import { EffectMark, effectLabel } from './effect-mark.tsx'
import { ChoiceField } from './fields/choice-field.tsx'
import type { FieldProps } from './fields/field.ts'
import { ListField } from './fields/list-field.tsx'
import { NumberField } from './fields/number-field.tsx'
import { SwitchField } from './fields/switch-field.tsx'
import { TextField } from './fields/text-field.tsx'
import { hasPresentFigure } from './present-figure.ts'
import { PresentFigure } from './present-figure-line.tsx'
import classes from './property-row.module.css'

/** The field of each type of property, and how its row is laid out: beside the label, a switch at its end, or below. */
const FIELDS = {
  number: { Field: NumberField, layout: 'beside' },
  choice: { Field: ChoiceField, layout: 'beside' },
  'dependent-choice': { Field: ChoiceField, layout: 'beside' },
  flag: { Field: SwitchField, layout: 'switch' },
  mirror: { Field: SwitchField, layout: 'switch' },
  text: { Field: TextField, layout: 'wide' },
  list: { Field: ListField, layout: 'wide' },
} as const satisfies Record<Property['type'], unknown>

/** With more elements selected than this, a change of all of them is no matter of a key. */
const MANY = 50

interface PropertyRowProps extends PanelField {
  readonly range: string
  readonly engine: Engine
}

/** One property: mark, label and field. Drawn again only when what it shows has changed. */
export const PropertyRow = memo(function PropertyRow({ name, property, engine, ...shown }: PropertyRowProps) {
  const session = useEditorSession()
  const id = useId()
  const isTakenLate = useDocument(({ selection: { nodes, edges } }) => nodes.length + edges.length > MANY)
  const { layout, ...field } = FIELDS[property.type]
  const Field = field.Field as ComponentType<FieldProps>
  return (
    <div className={classes.row} data-property={name} data-layout={layout}>
      <EffectMark effect={property.effect} engine={engine} />
      <label className={classes.label} htmlFor={id}>
        {property.label}
      </label>
      <Field
        id={id}
        helpId={`${id}-help`}
        property={property}
        isTakenLate={isTakenLate}
        change={(next, step) => changeProperty(session, name, next, step)}
        takeBack={session.document.getState().takeBack}
        {...shown}
      />
      {hasPresentFigure(property) && <PresentFigure property={property} value={shown.value} />}
      <span id={`${id}-help`} hidden>
        {[property.help, shown.range, effectLabel(property.effect, engine)].filter(Boolean).join(' ')}
      </span>
    </div>
  )
})
