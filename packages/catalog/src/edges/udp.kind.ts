import { flag, int } from '../descriptors.ts'
import { defineEdgeKind } from '../kinds.ts'
import { edgeProperties } from './common.props.ts'
import { plainLook } from './looks.ts'
import { port } from './port.props.ts'

export const udp = defineEdgeKind({
  type: 'udp',
  label: 'UDP',
  caption: 'Packets without a promise',
  icon: 'radio',
  rules: [
    {
      statement: 'Turning broadcast on turns multicast off',
      when: { property: 'broadcast', is: true },
      set: { multicast: false },
    },
    {
      statement: 'Turning multicast on turns broadcast off',
      when: { property: 'multicast', is: true },
      set: { broadcast: false },
    },
  ],
  look: (data) => plainLook(data),
  properties: {
    ...edgeProperties({
      communicationPattern: { default: 'Async' },
      latencyMs: { default: 30 },
      packetLossRate: { default: 0.01, max: 0.5 },
      retryEnabled: { default: false },
      reliability: {
        effect: { events: 'Best-Effort: what is lost is lost; otherwise it is sent again', ignored: 'packetLoss' },
      },
    }),
    port,
    packetSizeBytes: int({
      label: 'Packet size',
      help: 'A larger request is split, and every part must arrive.',
      section: 'network',
      unit: 'bytes',
      min: 1,
      max: 65_507,
      default: 1472,
      effect: { events: 'Packets: size / packet size, rounded up; delivered if none is lost', ignored: 'packetLoss' },
    }),
    broadcast: flag({
      label: 'Broadcast',
      help: 'Send to everyone on the network; excludes multicast.',
      section: 'delivery',
      default: false,
      effect: { ignored: 'receivers' },
    }),
    multicast: flag({
      label: 'Multicast',
      help: 'Send to everyone who joined a group; excludes broadcast.',
      section: 'delivery',
      default: false,
      effect: { ignored: 'receivers' },
    }),
    checksumValidation: flag({
      label: 'Checksum validation',
      help: 'Drop packets that arrive damaged.',
      section: 'delivery',
      default: true,
      effect: { ignored: 'damage' },
    }),
  },
})
