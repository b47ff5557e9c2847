import { EDGE_TYPES, edgeKind, NODE_TYPES, nodeKind } from '@plimsoll/catalog'

const LABELS = new Map<string, string>([
  ...NODE_TYPES.map((type) => [type, nodeKind(type).label] as const),
  ...EDGE_TYPES.map((type) => [type, edgeKind(type).label] as const),
])

/** The name of the kind of a component or connection, as the editor writes it: "Load Balancer", "HTTP". */
export const kindLabel = (kind: string): string => LABELS.get(kind) ?? kind
