import type { EdgeType, NodeType } from './kinds.ts'

interface Keywords {
  readonly words: readonly string[]
  /** Whether other kinds' words take precedence: a "database server" is a database. */
  readonly generic?: true
}

/** Words in the labels of foreign diagrams that tell a kind of node. */
const NODE_KEYWORDS = {
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
} as const satisfies Readonly<Record<NodeType, Keywords>>

/** Words that tell a kind of edge. */
const EDGE_KEYWORDS = {
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

interface Match<T> {
  readonly type: T
  readonly rank: number
}

const NODE_WORDS = new Map(
  Object.entries<Keywords>(NODE_KEYWORDS).flatMap(([type, { words, generic }]) =>
    words.map((word): [string, Match<NodeType>] => [word, { type: type as NodeType, rank: generic ? 0 : 1 }]),
  ),
)

const EDGE_WORDS = new Map(
  Object.entries<readonly string[]>(EDGE_KEYWORDS).flatMap(([type, words]) =>
    words.map((word): [string, Match<EdgeType>] => [word, { type: type as EdgeType, rank: 0 }]),
  ),
)

/** The kind of node that a text names; of several the last, as in "user database". Null when it names none. */
export function nodeTypeFromText(text: string): NodeType | null {
  const found = matchesIn(text, NODE_WORDS)
  const highest = Math.max(...found.map(({ rank }) => rank))
  return found.findLast(({ rank }) => rank === highest)?.type ?? null
}

/** The kind of edge that a text names; of several the first. Null when it names none. */
export const edgeTypeFromText = (text: string): EdgeType | null => matchesIn(text, EDGE_WORDS)[0]?.type ?? null

/** The keywords in a text, in order. Matches plurals, word pairs (`Web Socket`) and parts of camel case (`UserDB`). */
function matchesIn<T>(text: string, keywords: ReadonlyMap<string, Match<T>>): Match<T>[] {
  const words =
    text
      .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.flatMap((word, index) => {
    const next = words[index + 1] ?? ''
    const forms = [`${word} ${next}`, `${word}${next}`, word].flatMap((form) => [form, form.replace(/s$/, '')])
    const form = forms.find((candidate) => keywords.has(candidate))
    return (form === undefined ? undefined : keywords.get(form)) ?? []
  })
}
