import { list } from '../descriptors.ts'
import { defineEdgeKind } from '../kinds.ts'
import { plainLook } from './looks.ts'
import { messagingProperties, queueName } from './messaging.props.ts'

export const kafka = defineEdgeKind({
  type: 'kafka',
  label: 'Kafka',
  caption: 'A log that many consumers read',
  icon: 'list-tree',
  rules: [],
  look: (data) => plainLook(data),
  properties: {
    ...messagingProperties,
    queueName,
    consumerGroups: list({
      label: 'Consumer groups',
      help: 'Each group gets every message once.',
      section: 'scaling',
      suggestions: [],
      default: ['default-consumer-group'],
      effect: { events: 'One copy of each message per group', ignored: 'broker' },
    }),
  },
})
