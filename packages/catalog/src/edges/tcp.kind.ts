import { flag, int, mirror, number } from '../descriptors.ts'
import { defineEdgeKind } from '../kinds.ts'
import { edgeProperties } from './common.props.ts'
import { keepAliveEnabled } from './keep-alive.props.ts'
import { plainLook } from './looks.ts'
import { port } from './port.props.ts'

export const tcp = defineEdgeKind({
  type: 'tcp',
  label: 'TCP',
  caption: 'A reliable stream of bytes',
  icon: 'cable',
  rules: [],
  look: (data) => plainLook(data),
  properties: {
    ...edgeProperties({
      communicationPattern: { default: 'Stream' },
      bidirectional: { default: true },
      latencyMs: { default: 50 },
      packetLossRate: { max: 1 },
      timeout: { default: 30_000 },
    }),
    reliableDelivery: mirror({
      label: 'Reliable delivery',
      help: 'On is at-least-once, off is best-effort; it is the reliability seen as a switch.',
      section: 'reliability',
      of: 'reliability',
      on: 'At-Least-Once',
      off: 'Best-Effort',
      effect: { ignored: 'promise' },
    }),
    port,
    connectionPoolEnabled: flag({
      label: 'Connection pool',
      help: 'Requests wait for a free connection instead of being turned away.',
      section: 'connection',
      default: true,
      effect: { events: 'A pool with a queue; without it a hard limit', ignored: 'pool' },
    }),
    maxConcurrentConnections: int({
      label: 'Max concurrent connections',
      help: 'Connections that are open at a time.',
      section: 'connection',
      unit: 'connections',
      min: 1,
      default: 100,
      role: 'pool',
      effect: { events: 'Size of the pool, or the hard limit without one', ignored: 'pool' },
    }),
    keepAliveEnabled,
    nagleAlgorithmEnabled: flag({
      label: "Nagle's algorithm",
      help: 'Small writes wait for each other: fewer packets, more delay.',
      section: 'connection',
      default: true,
      effect: { events: 'Adds 40 ms to small writes', ignored: 'plainCrossing' },
    }),
    socketBufferSizeKB: number({
      label: 'Socket buffer size',
      help: 'Room for bytes that wait to be sent or read, for the record.',
      section: 'connection',
      unit: 'KB',
      min: 1,
      default: 64,
      effect: { ignored: 'buffer' },
    }),
  },
})
