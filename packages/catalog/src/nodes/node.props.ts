import { text } from '../descriptors.ts'

/** The properties that every component has; `kindLabel` words the default label and description. */
export const nodeProperties = (kindLabel: string) => ({
  label: text({
    label: 'Label',
    help: 'The name on the card.',
    section: 'general',
    default: kindLabel,
    maxLength: 10_000,
    effect: {},
  }),
  description: text({
    label: 'Description',
    help: 'What this component is for.',
    section: 'general',
    default: `New ${kindLabel} component`,
    maxLength: 10_000,
    multiline: true,
    effect: {},
  }),
})
