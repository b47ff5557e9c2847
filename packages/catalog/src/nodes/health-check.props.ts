import { flag, int, text } from '../descriptors.ts'

/** Health checks of a node; `detects` describes their effect in the event engine. */
export const healthCheckProperties = ({ detects }: { readonly detects: string }) => ({
  healthCheckEnabled: flag({
    label: 'Health checks',
    help: 'Ask at regular intervals whether the component still answers.',
    section: 'health',
    default: true,
    effect: { events: detects, ignored: 'outages' },
  }),
  healthCheckPath: text({
    label: 'Health check path',
    help: 'The address that is asked, for the record.',
    section: 'health',
    default: '/health',
    placeholder: '/health',
    effect: { ignored: 'address' },
  }),
  healthCheckInterval: int({
    label: 'Health check interval',
    help: 'Time from one check to the next.',
    section: 'health',
    unit: 's',
    min: 1,
    max: 300,
    default: 30,
    effect: { events: detects, ignored: 'outages' },
  }),
})
