import type { EdgeType, NodeType } from './kinds.ts'

interface Signs {
  readonly words: readonly string[]
  /** Such words say less than another kind's that are not: a "database server" is a database. */
  readonly generic?: true
}

/** By which words people mean a kind of component, in drawings that do not know the kinds. */
const NODE_SIGNS = {
  Cache: {
    words:
      'cache caching redis memcached memcache valkey hazelcast elasticache varnish cdn cloudfront fastly akamai'.split(
        ' ',
      ),
  },
  Database: {
    words: [
      ...'database db sql nosql postgres mysql mariadb sqlite oracle mongo mongodb dynamo dynamodb cassandra'.split(
        ' ',
      ),
      ...'couchdb couchbase neo4j elasticsearch opensearch clickhouse snowflake bigquery redshift firestore'.split(' '),
      ...'rds aurora spanner hbase supabase datastore warehouse storage bucket s3 blob'.split(' '),
      ...['data store', 'object store', 'data lake'],
    ],
  },
  LoadBalancer: {
    words: [
      ...'balancer lb alb nlb elb gateway proxy haproxy nginx envoy traefik ingress router'.split(' '),
      ...['loadbalancer', 'traffic manager', 'front door'],
    ],
  },
  Server: {
    words: [
      ...'server service microservice api backend worker processor engine function lambda job'.split(' '),
      ...['queue', 'broker', 'topic', 'pod', 'container', 'back end'],
    ],
    generic: true,
  },
  Client: {
    words: [
      ...'client user customer visitor person people actor browser mobile desktop phone tablet laptop'.split(' '),
      ...['device', 'sensor', 'iot', 'ios', 'android', 'spa', 'ui', 'frontend', 'front end', 'website', 'web app'],
    ],
    generic: true,
  },
} as const satisfies Readonly<Record<NodeType, Signs>>

/** By which words people mean a kind of connection. */
const EDGE_SIGNS = {
  default: [],
  http: ['http', 'https', 'rest', 'graphql'],
  websocket: ['websocket', 'web socket', 'ws', 'wss'],
  grpc: ['grpc'],
  tcp: ['tcp'],
  udp: ['udp'],
  mqtt: ['mqtt'],
  amqp: ['amqp', 'rabbitmq'],
  kafka: ['kafka'],
  eventStream: ['event stream', 'eventstream', 'kinesis'],
  database: ['database', 'sql', 'jdbc', 'odbc'],
} as const satisfies Readonly<Record<EdgeType, readonly string[]>>

interface Meaning<T> {
  readonly type: T
  readonly rank: number
}

const NODE_WORDS = new Map(
  Object.entries<Signs>(NODE_SIGNS).flatMap(([type, { words, generic }]) =>
    words.map((word): [string, Meaning<NodeType>] => [word, { type: type as NodeType, rank: generic ? 0 : 1 }]),
  ),
)

const EDGE_WORDS = new Map(
  Object.entries<readonly string[]>(EDGE_SIGNS).flatMap(([type, words]) =>
    words.map((word): [string, Meaning<EdgeType>] => [word, { type: type as EdgeType, rank: 0 }]),
  ),
)

/** The kind of component that the words of a text mean: of several the last, as in "user database"; null where there is none. */
export function nodeTypeInWords(text: string): NodeType | null {
  const found = meaningsIn(text, NODE_WORDS)
  const highest = Math.max(...found.map(({ rank }) => rank))
  return found.findLast(({ rank }) => rank === highest)?.type ?? null
}

/** The kind of connection that the words of a text mean, of several the first; null where there is none. */
export const edgeTypeInWords = (text: string): EdgeType | null => meaningsIn(text, EDGE_WORDS)[0]?.type ?? null

/** What the words mean, in their order; a word may be in the plural, be two words, or stand within one: `UserDB`, `Web Socket`. */
function meaningsIn<T>(text: string, meanings: ReadonlyMap<string, Meaning<T>>): Meaning<T>[] {
  const words =
    text
      .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.flatMap((word, index) => {
    const next = words[index + 1] ?? ''
    const forms = [`${word} ${next}`, `${word}${next}`, word].flatMap((form) => [form, form.replace(/s$/, '')])
    const form = forms.find((candidate) => meanings.has(candidate))
    return (form === undefined ? undefined : meanings.get(form)) ?? []
  })
}
