import type { EdgeType } from '@plimsoll/catalog'

interface Transport {
  /** Round trips to open a connection. */
  readonly openingTrips: number
  /** Whether it may lose a message for good. */
  readonly mayLose: boolean
  /** `always`: every message is copied to every target; `pattern`: as its communication pattern says. */
  readonly copies: 'always' | 'pattern'
  /** Whether a broker takes its messages, and keeps them for their consumers. */
  readonly isBroker: boolean
}

const STREAM: Transport = { openingTrips: 1, mayLose: false, copies: 'pattern', isBroker: false }
const BROKER: Transport = { ...STREAM, isBroker: true }

/** What the protocol below a kind of connection does. */
export const TRANSPORTS = {
  default: STREAM,
  http: STREAM,
  websocket: STREAM,
  grpc: STREAM,
  tcp: STREAM,
  udp: { openingTrips: 0, mayLose: true, copies: 'pattern', isBroker: false },
  mqtt: BROKER,
  amqp: BROKER,
  kafka: BROKER,
  eventStream: { ...BROKER, copies: 'always' },
  database: STREAM,
} as const satisfies Record<EdgeType, Transport>
