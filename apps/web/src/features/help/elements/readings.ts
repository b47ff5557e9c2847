/** A question that the specification leaves open, and how the live engine takes it. */
export interface Reading {
  readonly open: string
  readonly taken: string
  readonly insteadOf: string
}

/** The table of docs/decisions/0040-live-engine-interpretation.md. */
export const READINGS: readonly Reading[] = [
  {
    open: 'What makes a utilization fall?',
    taken: 'It is counted anew in each tick from the requests there',
    insteadOf: 'Adding on entry, which would only rise',
  },
  {
    open: '"Impact capped at 0.1 and 0.2"',
    taken: "Cap of one request's share of the capacity",
    insteadOf: 'The same share whatever the capacity: ten requests would fill any node',
  },
  {
    open: 'What counts of a visit of whole ticks?',
    taken: 'The time that the request spends at the node, or on the connection, of each of its ticks',
    insteadOf:
      'The whole visit at both: 100 of 1,000 requests per second read 13 to 100 % by the latency, and a faster cache was fuller',
  },
  {
    open: 'Overload: drawn when?',
    taken: 'Once each time the request is pending, a retry included',
    insteadOf: 'Each tick: a stay of one second would fail 97 times in 100',
  },
  {
    open: '"Random retry 5 % per step"',
    taken: 'Per visit, when it ends; the same node again',
    insteadOf: 'Per tick, or back to the client',
  },
  {
    open: 'Failure probability of a node',
    taken: 'Per second, in place of the base of 0.001',
    insteadOf: 'Per request: a default server would lose 1 in 200 whatever its speed',
  },
  {
    open: 'Whose maximum of retries? More than, or as many?',
    taken: "The source client's; one more than that fails",
    insteadOf: "The connection's, which is for the event engine",
  },
  { open: 'Lifetime of 10,000 ms', taken: 'Older than that fails, so first at 10,100', insteadOf: 'At 10,000' },
  { open: 'Destination', taken: 'By request type, the first kind within reach, evenly', insteadOf: 'Any node' },
  {
    open: 'Destination that an edit cut off',
    taken: 'Stays the destination, and no next node is found',
    insteadOf: 'The next kind: three tiers without their cache would answer writes at the server, and look healthier',
  },
  {
    open: 'Shortest way or "random among the top 3"?',
    taken: 'Hops are one of four terms of the score',
    insteadOf: 'Shortest only, which makes the three meaningless',
  },
  {
    open: 'Load balancer',
    taken: 'Its algorithm in place of the score',
    insteadOf: 'The score, which leaves the property without effect',
  },
  {
    open: '"Database request from a client node"',
    taken: 'The hop before was a client',
    insteadOf: 'Made by a client, which is every request',
  },
  { open: 'Way back', taken: 'None: done at the destination', insteadOf: 'A response that doubles every time' },
  {
    open: 'Users',
    taken: 'Open: users / think time is a rate',
    insteadOf: 'Each waiting for its own answer; no user has a state here',
  },
  {
    open: 'Burst',
    taken: 'First 2 s of every 10 s, at rest the plain rate',
    insteadOf: 'A lower rest that keeps the mean',
  },
  { open: 'Nothing finished', taken: '0 and 0 percent', insteadOf: '100 and 0' },
  {
    open: 'Circuit breaker',
    taken: 'Open is no way, Half-Open a tenth; only while it is enabled',
    insteadOf: 'A breaker of its own motion',
  },
  {
    open: 'Request in flight on a connection',
    taken:
      "On connection and target until the visit ends, as its time is in the visit's, each with its own share of that time",
    insteadOf: 'On the connection for its time only, which needs finer steps than a tick',
  },
  {
    open: 'Size of a request',
    taken: 'Feeds the average size only',
    insteadOf: 'Scaling times, which is for the event engine',
  },
  {
    open: 'Clients',
    taken: 'All make requests; none is a destination or passed through',
    insteadOf: 'Push to clients as traffic',
  },
  { open: '1 KB, 1 Mbps', taken: '1,024 bytes, 10^6 bit/s', insteadOf: '1,000 bytes' },
  {
    open: 'Cache on the way',
    taken: 'Answers a Read with its hit rate, when the visit ends',
    insteadOf: 'Only adding time',
  },
  {
    open: 'Auto-scaling of a load balancer',
    taken: '"Connect to auto-scaling"',
    insteadOf: 'No such thing for that kind',
  },
  {
    open: '"8 random characters" of an id',
    taken: "The request's number, scrambled, in hexadecimal: unique, and no draw",
    insteadOf: 'A draw, of which 77,000 have an even chance of two alike',
  },
]
