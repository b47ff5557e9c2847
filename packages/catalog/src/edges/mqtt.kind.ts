import { mirror } from '../descriptors.ts'
import { defineEdgeKind } from '../kinds.ts'
import { plainLook } from './looks.ts'
import { messagingProperties } from './messaging.props.ts'

export const mqtt = defineEdgeKind({
  type: 'mqtt',
  label: 'MQTT',
  caption: 'Small messages between devices',
  icon: 'rss',
  rules: [],
  look: (data) => plainLook(data),
  properties: {
    ...messagingProperties,
    cleanSession: mirror({
      label: 'Clean session',
      help: 'Forget the subscriptions of a device that leaves: the opposite of a durable subscription.',
      section: 'delivery',
      of: 'durableSubscription',
      on: false,
      off: true,
      effect: { ignored: 'brokerRestart' },
    }),
    retain: mirror({
      label: 'Retain',
      help: 'New subscribers get the last message: the same as persistent messages.',
      section: 'delivery',
      of: 'persistent',
      on: true,
      off: false,
      effect: { ignored: 'brokerRestart' },
    }),
  },
})
