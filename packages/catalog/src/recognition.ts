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

/** The kind of component that the words of a text mean: of several the last, as in "user database"; null where there is none. */
export function nodeTypeInWords(text: string): NodeType | null {
  const found = Object.entries<Signs>(NODE_SIGNS).map(([type, { words, generic }]) => ({
    type: type as NodeType,
    rank: generic ? 0 : 1,
    at: lastWord(text, words),
  }))
  const [best] = found.filter(({ at }) => at >= 0).sort((a, b) => b.rank - a.rank || b.at - a.at)
  return best?.type ?? null
}

/** The kind of connection that the words of a text mean; null where there is none. */
export function edgeTypeInWords(text: string): EdgeType | null {
  const found = Object.entries(EDGE_SIGNS).find(([, words]) => lastWord(text, words) >= 0)
  return found ? (found[0] as EdgeType) : null
}

/** Where the last of the words stands in the text, as whole words in singular or plural; -1 where none does. */
function lastWord(text: string, words: readonly string[]): number {
  const spaced = ` ${text.replace(/[^\p{L}\p{N}]/gu, ' ')} `
  // `UserDB` holds the word db, `gRPC` is one word.
  const split = spaced.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  const places = [spaced, split]
    .map((form) => form.toLowerCase().replace(/ +/g, ' '))
    .flatMap((form) => words.flatMap((word) => [form.lastIndexOf(` ${word} `), form.lastIndexOf(` ${word}s `)]))
  return Math.max(-1, ...places)
}
