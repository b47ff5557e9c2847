import { choice, flag, int, number } from '../descriptors.ts'
import { defineEdgeKind, type LinkedRule } from '../kinds.ts'
import { edgeProperties } from './common.props.ts'
import { plainLook } from './looks.ts'

const CONNECTION_TYPES = ['Read', 'Write', 'Read-Write', 'Admin'] as const

const readOnlyFollowsType = CONNECTION_TYPES.map((type): LinkedRule => {
  const readOnly = type === 'Read'
  return {
    statement: `Choosing the connection type ${type} turns read only ${readOnly ? 'on' : 'off'}`,
    when: { property: 'connectionType', is: type },
    set: { readOnly },
  }
})

export const databaseConnection = defineEdgeKind({
  type: 'database',
  label: 'Database',
  caption: 'Queries to a database',
  icon: 'plug',
  rules: [
    {
      statement: 'Turning read only on sets the connection type to Read',
      when: { property: 'readOnly', is: true },
      set: { connectionType: 'Read' },
    },
    {
      statement: 'Turning read only off while the connection type is Read sets it to Read-Write',
      when: { property: 'readOnly', is: false },
      and: { property: 'connectionType', is: 'Read' },
      set: { connectionType: 'Read-Write' },
    },
    ...readOnlyFollowsType,
  ],
  look: (data) => plainLook(data),
  properties: {
    ...edgeProperties({
      communicationPattern: { default: 'Request-Reply' },
      bidirectional: { default: true },
      reliability: { default: 'ACID' },
      encryption: { default: 'TLS' },
      authentication: { default: 'Basic' },
    }),
    connectionType: choice({
      label: 'Connection type',
      help: 'What the connection may do; Read and the read-only switch follow each other.',
      section: 'connection',
      options: CONNECTION_TYPES,
      default: 'Read-Write',
      effect: { ignored: 'queryKind' },
    }),
    readOnly: flag({
      label: 'Read only',
      help: 'Nothing is written over this connection, so replicas can answer.',
      section: 'connection',
      default: false,
      effect: {
        events: 'Queries go to replicas; writes take another connection where there is one',
        ignored: 'queryTime',
      },
    }),
    connectionPooling: flag({
      label: 'Connection pooling',
      help: 'Queries share a number of open connections, and wait when all are busy.',
      section: 'connection',
      default: true,
      effect: {
        events: 'A connection is held for the whole query; without a pool each query opens one',
        ignored: 'pool',
      },
    }),
    minConnections: int({
      label: 'Min connections',
      help: 'Connections that the pool keeps open when idle.',
      section: 'connection',
      unit: 'connections',
      min: 1,
      max: { property: 'maxConnections' },
      default: 5,
      effect: {
        events:
          'Connections that are open from the start; each further one is opened once, by a query that waits for it',
        ignored: 'pool',
      },
    }),
    maxConnections: int({
      label: 'Max connections',
      help: 'Connections that the pool opens at most.',
      section: 'connection',
      unit: 'connections',
      min: { property: 'minConnections' },
      default: 20,
      role: 'pool',
      effect: { events: 'Size of the pool', ignored: 'pool' },
    }),
    queryTimeout: number({
      label: 'Query timeout',
      help: 'A query without an answer for this long is given up.',
      section: 'reliability',
      unit: 'ms',
      min: 100,
      default: 30_000,
      role: 'timeout',
      effect: { events: 'The caller gives up', ignored: 'timeout' },
    }),
    transactional: flag({
      label: 'Transactional',
      help: 'Queries that belong together take effect together.',
      section: 'reliability',
      default: true,
      effect: { events: 'No: the isolation level costs nothing', ignored: 'queryTime' },
    }),
    isolationLevel: choice({
      label: 'Isolation level',
      help: 'What concurrent transactions may see of each other; the strictest costs time.',
      section: 'reliability',
      options: ['Read Uncommitted', 'Read Committed', 'Repeatable Read', 'Serializable'],
      default: 'Read Committed',
      effect: { events: 'Serializable: service time + 30 %', ignored: 'queryTime' },
    }),
    preparedStatements: flag({
      label: 'Prepared statements',
      help: 'Queries are parsed once, for the record.',
      section: 'performance',
      default: true,
      effect: { ignored: 'prepared' },
    }),
  },
})
