import { mirror } from '../descriptors.ts'
import { defineEdgeKind } from '../kinds.ts'
import { plainLook } from './looks.ts'
import { messagingProperties, queueName } from './messaging.props.ts'

export const amqp = defineEdgeKind({
  type: 'amqp',
  label: 'AMQP',
  caption: 'Messages through queues',
  icon: 'mailbox',
  rules: [],
  look: (data) => plainLook(data),
  properties: {
    ...messagingProperties,
    queueName,
    mandatory: mirror({
      label: 'Mandatory',
      help: 'A message that reaches no queue is sent again: the same as retry.',
      section: 'delivery',
      of: 'retryEnabled',
      on: true,
      off: false,
      effect: { events: 'Retries of each call', ignored: 'callRetries' },
    }),
    immediate: mirror({
      label: 'Immediate',
      help: 'Do not queue for a consumer that is not there: the same as the circuit breaker.',
      section: 'delivery',
      of: 'circuitBreakerEnabled',
      on: true,
      off: false,
      effect: {
        live: 'Lets the status of the circuit breaker decide',
        events: 'Opens at 50 % failures of the last 100 calls, for 60 s, then 10 probes',
      },
    }),
  },
})
