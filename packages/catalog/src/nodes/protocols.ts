/** Suggested protocols of clients and servers; other texts are allowed. */
export const PROTOCOLS = ['HTTP', 'HTTPS', 'gRPC', 'WebSocket', 'TCP', 'UDP'] as const
