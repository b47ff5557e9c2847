import { number, text } from '../descriptors.ts'

/** The properties of every node; `kindLabel` is part of the default label and description. */
export const nodeProperties = (kindLabel: string) => ({
  label: text({
    label: 'Label',
    help: 'The name on the card.',
    section: 'general',
    default: kindLabel,
    maxLength: 10_000,
    isName: true,
    effect: { ignored: 'text' },
  }),
  description: text({
    label: 'Description',
    help: 'What this component is for.',
    section: 'general',
    default: `New ${kindLabel} component`,
    maxLength: 10_000,
    multiline: true,
    effect: { ignored: 'text' },
  }),
})

/** The failure rate of a node that answers requests. */
export const failureProbability = (byDefault: number) =>
  number({
    label: 'Failure probability',
    help: 'How likely the component fails a request although it is not overloaded.',
    section: 'reliability',
    unit: 'chance',
    min: 0,
    max: 0.5,
    step: 0.001,
    default: byDefault,
    effect: {
      live: 'Chance per second that a request in process fails',
      events: 'Chance per request of an error, or per second of an outage, as the run says',
    },
  })
