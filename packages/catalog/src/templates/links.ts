/** Connections as they are in and before a data centre; the templates are built from them. */

/** From users over the open net to the front door. */
export const overInternet = {
  httpVersion: 'HTTP/2',
  useTLS: true,
  encryption: 'TLS',
  rateLimit: 0,
  latencyMs: 60,
  bandwidthMbps: 200,
  maxThroughputRPS: 2500,
  averageResponseSizeKB: 8,
  compressionEnabled: true,
} as const

/** Between two machines of one data centre. */
export const withinDataCentre = {
  latencyMs: 2,
  bandwidthMbps: 1000,
  maxThroughputRPS: 30_000,
} as const

/** HTTP between two machines of one data centre. */
export const internalHttp = { ...withinDataCentre, httpVersion: 'HTTP/2', rateLimit: 0 } as const
