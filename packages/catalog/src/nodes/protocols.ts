/** Protocols that a client and a server may have in common; offered in their lists, other texts are allowed. */
export const PROTOCOLS = ['HTTP', 'HTTPS', 'gRPC', 'WebSocket', 'TCP', 'UDP'] as const
