import { choice, flag, number } from '../descriptors.ts'
import { defineEdgeKind } from '../kinds.ts'
import { edgeProperties } from './common.props.ts'
import { plainLook } from './looks.ts'

/** Messages per second above which an edge is highlighted. */
const BUSY_ABOVE_PER_SECOND = 50

export const websocket = defineEdgeKind({
  type: 'websocket',
  label: 'WebSocket',
  caption: 'Messages both ways over an open connection',
  icon: 'arrow-left-right',
  rules: [],
  look: (data) =>
    plainLook(data, {
      highlight: data.messageRatePerSecond > BUSY_ABOVE_PER_SECOND ? `Over ${BUSY_ABOVE_PER_SECOND} messages/s` : null,
    }),
  properties: {
    ...edgeProperties({
      communicationPattern: { default: 'Stream' },
      bidirectional: { default: true },
      animated: { default: true },
    }),
    messageRatePerSecond: number({
      label: 'Message rate',
      help: 'Messages of one user each second beside the requests.',
      section: 'traffic',
      unit: 'messages/s',
      min: 0,
      default: 10,
      effect: { events: 'Extra load: users × rate × size', ignored: 'backgroundTraffic' },
    }),
    averageMessageSizeKB: number({
      label: 'Average message size',
      help: 'Mean size of one message.',
      section: 'traffic',
      unit: 'KB',
      min: 0,
      default: 2,
      effect: { events: 'Extra load: users × rate × size', ignored: 'backgroundTraffic' },
    }),
    persistent: flag({
      label: 'Persistent',
      help: 'The connection stays open while the user is there.',
      section: 'connection',
      default: true,
      effect: { ignored: 'idleConnection' },
    }),
    autoReconnect: flag({
      label: 'Auto-reconnect',
      help: 'Open it again when it breaks.',
      section: 'connection',
      default: true,
      effect: { ignored: 'idleConnection' },
    }),
    heartbeatEnabled: flag({
      label: 'Heartbeat',
      help: 'Small messages show that the other end is still there.',
      section: 'connection',
      default: true,
      effect: { ignored: 'idleConnection' },
    }),
    heartbeatIntervalMs: number({
      label: 'Heartbeat interval',
      help: 'Time from one heartbeat to the next.',
      section: 'connection',
      unit: 'ms',
      min: 1000,
      default: 30_000,
      effect: { ignored: 'idleConnection' },
    }),
    subprotocol: choice({
      label: 'Subprotocol',
      help: 'What both ends agree to speak inside the connection.',
      section: 'connection',
      options: [{ value: '', label: 'Not stated' }, 'none', 'json', 'mqtt', 'graphql-ws', 'stomp', 'wamp', 'custom'],
      default: '',
      effect: { ignored: 'address' },
    }),
  },
})
