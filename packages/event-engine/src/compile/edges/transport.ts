import type { EdgeType } from '@plimsoll/catalog'

interface Transport {
  /** Round trips to open a connection. */
  readonly openingTrips: number
  /** Whether it may lose a message for good. */
  readonly mayLose: boolean
  /** `always`: every message is copied to every target; `pattern`: as its communication pattern says. */
  readonly copies: 'always' | 'pattern'
}

const STREAM: Transport = { openingTrips: 1, mayLose: false, copies: 'pattern' }

/** What the protocol below a kind of connection does. */
export const TRANSPORTS = {
  default: STREAM,
  http: STREAM,
  websocket: STREAM,
  grpc: STREAM,
  tcp: STREAM,
  udp: { openingTrips: 0, mayLose: true, copies: 'pattern' },
  mqtt: STREAM,
  amqp: STREAM,
  kafka: STREAM,
  eventStream: { ...STREAM, copies: 'always' },
  database: STREAM,
} as const satisfies Record<EdgeType, Transport>
