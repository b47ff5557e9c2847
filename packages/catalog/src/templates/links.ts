/** From users over the internet to the first node of a template. */
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

/** Between two machines of a data center. */
export const withinDataCenter = {
  latencyMs: 2,
  bandwidthMbps: 1000,
  maxThroughputRPS: 30_000,
} as const

/** HTTP between two machines of a data center. */
export const internalHttp = { ...withinDataCenter, httpVersion: 'HTTP/2', rateLimit: 0 } as const
