interface Part {
  readonly id: unknown
  readonly type: unknown
  readonly data?: unknown
  readonly [key: string]: unknown
}

interface Document {
  readonly nodes: unknown
  readonly edges: unknown
}

const node = (type: unknown, id: unknown, data: unknown = {}): Part => ({ id, type, position: { x: 0, y: 0 }, data })

const edge = (source: unknown, target: unknown, data: unknown = {}, id: unknown = `${source}-${target}`): Part => ({
  id,
  type: 'http',
  source,
  target,
  data,
})

const USERS = { concurrentUsers: 500 }

const client = node('Client', 'c', USERS)

/** Client → server → database, the properties of each as given. */
const chain = ({ client = {}, server = {}, database = {}, edges = {} } = {}): Document => ({
  nodes: [node('Client', 'c', { ...USERS, ...client }), node('Server', 's', server), node('Database', 'd', database)],
  edges: [edge('c', 's', edges), edge('s', 'd', edges)],
})

function ring(size: number): Document {
  const ids = Array.from({ length: size }, (_, index) => `s${index}`)
  return {
    nodes: [client, ...ids.map((id) => node('Server', id))],
    edges: [edge('c', 's0'), ...ids.map((id, index) => edge(id, ids[(index + 1) % size]))],
  }
}

/** One number of each part set to a value. */
const everywhere = (value: unknown): Document =>
  chain({
    client: { concurrentUsers: value },
    server: { maxConcurrentRequests: value, averageProcessingTime: value },
    database: { maxConnections: value },
    edges: { latencyMs: value, maxThroughputRPS: value },
  })

/** Diagrams made by hand to break something, as files: what each is, and its text. */
export const HOSTILE_FLOWS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries<Document>({
    'nothing at all': { nodes: [], edges: [] },
    'no client': { nodes: [node('Server', 's'), node('Database', 'd')], edges: [edge('s', 'd')] },
    'a client alone': { nodes: [client], edges: [] },
    'a client that asks itself': { nodes: [client], edges: [edge('c', 'c')] },
    'a server that asks itself': { nodes: [client, node('Server', 's')], edges: [edge('c', 's'), edge('s', 's')] },
    'a cycle of two': ring(2),
    'a cycle of a thousand': ring(1000),
    'a hundred clients and no one else': {
      nodes: Array.from({ length: 100 }, (_, index) => node('Client', `c${index}`, USERS)),
      edges: [],
    },
    'a connection into nowhere': { nodes: [client], edges: [edge('c', 'ghost')] },
    'a connection out of nowhere': { nodes: [client], edges: [edge('ghost', 'c')] },
    'equal ids of components': { nodes: [client, node('Server', 'c')], edges: [] },
    'equal ids of connections': {
      nodes: [client, node('Server', 's')],
      edges: [edge('c', 's', {}, 'e'), edge('s', 'c', {}, 'e')],
    },
    'the same connection twice': {
      nodes: [client, node('Server', 's')],
      edges: [edge('c', 's', {}, 'a'), edge('c', 's', {}, 'b')],
    },
    'the id __proto__': { nodes: [client, node('Server', '__proto__')], edges: [edge('c', '__proto__')] },
    'the id constructor': { nodes: [client, node('Server', 'constructor')], edges: [edge('c', 'constructor')] },
    'an id that is empty': { nodes: [node('Client', '')], edges: [] },
    'an id that is a number': { nodes: [node('Client', 7)], edges: [] },
    'an id of a million letters': { nodes: [node('Client', 'x'.repeat(1_000_000))], edges: [] },
    'an unknown kind of component': { nodes: [client, node('Mainframe', 'm')], edges: [] },
    'the kind __proto__': { nodes: [client, node('__proto__', 'm')], edges: [] },
    'an unknown kind of connection': {
      nodes: [client, node('Server', 's')],
      edges: [{ ...edge('c', 's'), type: 'telegraph' }],
    },
    'no data': { nodes: [{ id: 'c', type: 'Client', position: { x: 0, y: 0 } }], edges: [] },
    'data that is a list': { nodes: [node('Client', 'c', [])], edges: [] },
    'no position': { nodes: [{ id: 'c', type: 'Client', data: {} }], edges: [] },
    'a position far away': { nodes: [{ ...client, position: { x: 1e308, y: -1e308 } }], edges: [] },
    'texts for numbers': everywhere('7'),
    'null for numbers': everywhere(null),
    'objects for numbers': everywhere({}),
    '1e308 for numbers': everywhere(1e308),
    '-1 for numbers': everywhere(-1),
    '0 for numbers': everywhere(0),
    'no users': chain({ client: { concurrentUsers: 0 } }),
    'no think time': chain({ client: { thinkTimeBetweenRequests: 0 } }),
    'no time to process': chain({ server: { averageProcessingTime: 0 } }),
    'no throughput and no bandwidth': chain({ edges: { maxThroughputRPS: 0, bandwidthMbps: 0 } }),
    'least above most': chain({ server: { minInstances: 10, maxInstances: 1 } }),
    'a probability of two': chain({ server: { failureProbability: 2 }, edges: { failureProbability: 2 } }),
    'a period of zero': chain({ client: { requestPattern: 'Periodic', periodSeconds: 0 } }),
    'a list of components that is none': { nodes: {}, edges: 'none' },
    'components that are null': { nodes: [null, 7, 'Server', []], edges: [null] },
  }).map(([name, document]) => [name, JSON.stringify(document)]),
)
