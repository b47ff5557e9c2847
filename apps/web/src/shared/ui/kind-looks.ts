import type { NodeType } from '@plimsoll/catalog'
import { Database, type LucideIcon, Monitor, Server, Split, Zap } from 'lucide-react'

/** How a kind of node is told apart: its icon, and its hue as `--kind-{hue}` and `--kind-{hue}-soft`. */
export type KindLook = { readonly Icon: LucideIcon; readonly hue: string }

export const kindLooks = {
  Client: { Icon: Monitor, hue: 'client' },
  LoadBalancer: { Icon: Split, hue: 'load-balancer' },
  Server: { Icon: Server, hue: 'server' },
  Cache: { Icon: Zap, hue: 'cache' },
  Database: { Icon: Database, hue: 'database' },
} as const satisfies Record<NodeType, KindLook>
