import { NODE_KINDS, type NodeType } from '@plimsoll/catalog'
import type { EventNode } from '../event-flow.ts'
import { knownData } from '../known-data.ts'
import { cache } from './cache.ts'
import { client } from './client.ts'
import { database } from './database.ts'
import { loadBalancer } from './load-balancer.ts'
import type { NodeCompiler, NodePlan, NodeScope } from './plan.ts'
import { server } from './server.ts'

const COMPILERS = {
  Server: server,
  Database: database,
  LoadBalancer: loadBalancer,
  Client: client,
  Cache: cache,
} satisfies { readonly [T in NodeType]: NodeCompiler<T> }

/** What this node does, as its properties and the run's settings say. */
export const planOf = (node: EventNode & { readonly type: NodeType }, scope: NodeScope): NodePlan =>
  COMPILERS[node.type](knownData(NODE_KINDS[node.type].properties, node.data) as never, scope)
