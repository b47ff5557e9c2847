import type { NodeData, NodeType } from '@plimsoll/catalog'
import type { FlowNode } from '@plimsoll/flow'
import type { Behaviour } from './behaviour.ts'
import { cache } from './cache.ts'
import { client } from './client.ts'
import { database } from './database.ts'
import { loadBalancer } from './load-balancer.ts'
import { server } from './server.ts'

const BEHAVIOURS: { readonly [T in NodeType]: (data: NodeData<T>) => Behaviour } = {
  Server: server,
  Database: database,
  LoadBalancer: loadBalancer,
  Client: client,
  Cache: cache,
}

/** How this node behaves, as its properties say; numbers are not checked here. */
export const behaviourOf = (node: FlowNode): Behaviour => BEHAVIOURS[node.type](node.data as never)

/** Whether a node can be loaded: one that takes any number of requests has no utilization to show. */
export const hasCapacity = (node: FlowNode): boolean => behaviourOf(node).capacity !== null
