import type { FieldProps, Of } from './field.ts'
import { Select } from './select.tsx'

/** One of a set. */
export function ChoiceField(props: FieldProps<string, Of<'choice'> | Of<'dependent-choice'>>) {
  const { id, helpId, value, options, change } = props
  return <Select id={id} helpId={helpId} value={value} options={options} change={change} />
}
