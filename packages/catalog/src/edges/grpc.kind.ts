import { choice, flag, number, text } from '../descriptors.ts'
import { defineEdgeKind } from '../kinds.ts'
import { edgeProperties } from './common.props.ts'
import { keepAliveEnabled, keepAliveTimeMs } from './keep-alive.props.ts'
import { plainLook } from './looks.ts'

export const grpc = defineEdgeKind({
  type: 'grpc',
  label: 'gRPC',
  caption: 'Typed calls between services',
  icon: 'braces',
  rules: [
    {
      statement: 'Choosing mTLS authentication sets the encryption to mTLS',
      when: { property: 'authentication', is: 'mTLS' },
      set: { encryption: 'mTLS' },
      isHeld: true,
    },
  ],
  look: (data) => plainLook(data),
  properties: {
    ...edgeProperties({
      communicationPattern: { default: 'Request-Reply' },
      reliability: { default: 'At-Least-Once' },
      encryption: { default: 'TLS' },
      authentication: { default: 'Bearer Token' },
      compressionEnabled: { default: true },
      timeout: { default: 10_000, min: 100 },
    }),
    serviceMethod: text({
      label: 'Service method',
      help: 'The method that is called, written service.method.',
      section: 'general',
      default: '',
      placeholder: 'service.method',
      effect: { ignored: 'address' },
    }),
    streaming: choice({
      label: 'Streaming',
      help: 'Which side sends a stream of messages over one call.',
      section: 'connection',
      options: ['None', 'Client', 'Server', 'Bidirectional'],
      default: 'None',
      effect: { events: 'A stream is set up once instead of for each call', ignored: 'plainCrossing' },
    }),
    loadBalancingPolicy: choice({
      label: 'Load balancing policy',
      help: 'How the caller spreads its calls over the targets.',
      section: 'routing',
      options: ['Round-Robin', 'Pick-First', 'Custom'],
      default: 'Round-Robin',
      effect: { events: 'Pick-First stays with one target', ignored: 'wayChoice' },
    }),
    channelPooling: flag({
      label: 'Channel pooling',
      help: 'Calls share connections that are already open.',
      section: 'connection',
      default: true,
      effect: { events: 'Without it every call takes one more round trip', ignored: 'plainCrossing' },
    }),
    keepAliveEnabled,
    keepAliveTimeMs,
    maxMessageSizeKB: number({
      label: 'Max message size',
      help: 'The largest message that is accepted, for the record.',
      section: 'connection',
      unit: 'KB',
      min: 1,
      default: 4096,
      effect: { ignored: 'messageSize' },
    }),
  },
})
