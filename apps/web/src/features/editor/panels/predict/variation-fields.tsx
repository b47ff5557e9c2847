import { applySettings, readAxis, type SavedList, savedTexts, settingOf, variableParts } from '@plimsoll/experiments'
import type { Flow } from '@plimsoll/flow'
import { useId, useMemo, useState } from 'react'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import { FieldRefusal } from './field-refusal.tsx'
import { PropertyPicker } from './property-picker.tsx'
import { TextsField } from './texts-field.tsx'

/** Changes of the design that it is compared with, kept with it. */
export const ChangesField = () => (
  <VariationField
    name="compare"
    label="Changes of B"
    help="NODE.PROPERTY=VALUE, or from the present value: += -= *=, also by 20%. Flags are on or off."
    valueLabel="Value in B"
    placeholder="+2"
    faultOf={changeFault}
  />
)

/** Values that are tried of some properties, kept with the design. */
export const ValuesField = () => (
  <VariationField
    name="sweep"
    label="Values to try"
    help="NODE.PROPERTY=1..8, 0..1..0.1 (step) or 50,100,200; all combinations are simulated."
    valueLabel="Values"
    placeholder="1..8"
    faultOf={axisFault}
  />
)

interface VariationFieldProps {
  readonly name: SavedList
  readonly label: string
  readonly help: string
  readonly valueLabel: string
  readonly placeholder: string
  readonly faultOf: (flow: Flow, texts: readonly string[]) => string | null
}

function VariationField({ name, label, help, valueLabel, placeholder, faultOf }: VariationFieldProps) {
  const session = useEditorSession()
  const flow = useDocument((document) => document.flow)
  const parts = useMemo(() => variableParts(flow), [flow])
  const texts = savedTexts(flow, name)
  const [refusal, setRefusal] = useState<string | null>(null)
  const id = useId()
  const keep = (to: readonly string[]) =>
    session.document.getState().dispatch({ type: 'set-simulation', name, value: to.length === 0 ? undefined : to })
  const add = (text: string): boolean => {
    const fault = faultOf(flow, [...texts, text])
    setRefusal(fault)
    if (fault !== null) return false
    keep([...texts, text])
    return true
  }
  return (
    <>
      <PropertyPicker
        parts={parts}
        valueLabel={valueLabel}
        placeholder={placeholder}
        describedBy={refusal === null ? undefined : id}
        onAdd={(part, property, typed) =>
          add(name === 'compare' ? settingOf(part, property, typed) : `${part.name}.${property.name}=${typed.trim()}`)
        }
      />
      <FieldRefusal id={id}>{refusal}</FieldRefusal>
      <TextsField
        label={label}
        help={help}
        texts={texts}
        offered={parts.flatMap((part) => part.properties.map((property) => `${part.name}.${property.name}=`))}
        placeholder={undefined}
        faultOf={(text) => faultOf(flow, [...texts, text])}
        onKeep={keep}
      />
    </>
  )
}

function changeFault(flow: Flow, texts: readonly string[]): string | null {
  const settled = applySettings(flow, texts)
  return settled.ok ? null : (settled.faults[0] ?? null)
}

function axisFault(flow: Flow, texts: readonly string[]): string | null {
  const read = readAxis(texts.at(-1) ?? '')
  if (typeof read === 'string') return read
  for (const value of read.values) {
    const fault = changeFault(flow, [`${read.property}=${value}`])
    if (fault !== null) return fault
  }
  return null
}
