/** A constant that neither the diagram nor a source gives: it is shown beside the results of a run that used it. */
export interface Assumption {
  readonly label: string
  readonly value: number
  readonly unit: string
}

export const ASSUMPTIONS = {
  deviceLow: { label: 'Client processing (low device performance)', value: 20, unit: 'ms per request' },
  deviceMedium: { label: 'Client processing (medium device performance)', value: 10, unit: 'ms per request' },
  deviceHigh: { label: 'Client processing (high device performance)', value: 5, unit: 'ms per request' },
  accessWired: { label: 'Access latency, wired', value: 2, unit: 'ms one way' },
  accessWifi: { label: 'Access latency, WiFi', value: 5, unit: 'ms one way' },
  access5g: { label: 'Access latency, 5G', value: 15, unit: 'ms one way' },
  accessCellular: { label: 'Access latency, cellular', value: 50, unit: 'ms one way' },
  accessSatellite: { label: 'Access latency, satellite', value: 300, unit: 'ms one way' },
  otherRegion: { label: 'Inter-region latency', value: 80, unit: 'ms one way' },
  tokenCheck: { label: 'Validation of an OAuth or JWT token', value: 1, unit: 'ms at the server' },
  certificateCheck: { label: 'Validation of a client certificate', value: 2, unit: 'ms at the server' },
  authentication: { label: 'Authentication at a server', value: 1, unit: 'ms' },
  edgeAuthentication: { label: 'Authentication on a connection', value: 0.5, unit: 'ms' },
  decryption: { label: 'TLS at the load balancer or behind it', value: 1, unit: 'ms per request' },
  encryption: { label: 'TLS of a request on an open connection', value: 0.3, unit: 'ms' },
  compression: { label: 'Compression', value: 0.2, unit: 'ms' },
  compressedTo: { label: 'Size after compression', value: 0.35, unit: 'of the size' },
  clientRetry: { label: "A client's first pause before it tries again, doubled each time", value: 1000, unit: 'ms' },
  patternStep: { label: 'A random rate is drawn anew', value: 1, unit: 's' },
  gpu: { label: 'Compute requests on a GPU', value: 0.3, unit: 'of the service time' },
  containerReady: { label: 'A new container is ready after', value: 30, unit: 's' },
  vmReady: { label: 'A new virtual machine is ready after', value: 90, unit: 's' },
  coldStart: { label: 'Cold start of a serverless function', value: 250, unit: 'ms' },
  coldAfter: { label: 'A serverless function is cold after', value: 5, unit: 'idle minutes' },
  scalingSync: { label: 'Auto-scaling sync period', value: 15, unit: 's' },
  scalingTolerance: { label: 'Auto-scaling tolerance', value: 0.1, unit: 'of its target' },
  scalingPatience: { label: 'Scale-down stabilization window', value: 300, unit: 's' },
  databaseScalingTarget: { label: 'A database scales at', value: 0.7, unit: 'of its connections' },
  databaseMostInstances: { label: 'A database grows to at most', value: 10, unit: 'times its size' },
  restart: { label: 'Restart of a crashed component', value: 10, unit: 's' },
  failoverPassive: { label: 'A passive load balancer takes over after', value: 30, unit: 's' },
  failoverSpare: { label: 'A spare load balancer takes over after', value: 5, unit: 's' },
  networkBalancer: { label: 'Network load balancers are faster by', value: 4, unit: 'ms' },
  gatewayBalancer: { label: 'Gateway load balancers are slower by', value: 2, unit: 'ms' },
  ejectAfter: { label: 'A target is ejected after', value: 5, unit: 'errors in a row' },
  ejectFor: { label: 'A target is ejected for', value: 30, unit: 's, times its ejections' },
  ejectMost: { label: 'Ejected at a time, at most', value: 0.1, unit: 'of the targets' },
  latencySql: { label: 'Latency of an SQL database that states none', value: 5, unit: 'ms' },
  latencyNoSql: { label: 'Latency of a NoSQL database that states none', value: 3, unit: 'ms' },
  latencyCacheDb: { label: 'Latency of an in-memory database that states none', value: 1, unit: 'ms' },
  latencyOtherDb: { label: 'Latency of another database that states none', value: 5, unit: 'ms' },
  replicaLag: { label: 'A write waits for a replica', value: 5, unit: 'ms' },
  crossMaster: { label: 'A write waits for the other masters', value: 10, unit: 'ms' },
  cacheReplica: { label: 'Round trip between replicas of a cache', value: 1, unit: 'ms' },
  backupShare: { label: 'A daily backup takes', value: 0.1, unit: 'of the storage operations' },
  backupLasts: { label: 'A daily backup lasts', value: 10, unit: 'min' },
  jitterLow: { label: 'Jitter (latency level Low)', value: 0.05, unit: 'of the latency' },
  jitterMedium: { label: 'Jitter (latency level Medium)', value: 0.2, unit: 'of the latency' },
  jitterHigh: { label: 'Jitter (latency level High)', value: 0.5, unit: 'of the latency' },
  jitterVariable: {
    label: 'Jitter (latency level Variable), log-normal coefficient of variation',
    value: 1,
    unit: 'of the latency',
  },
  retransmission: { label: 'A lost packet is sent again after two round trips, at least', value: 200, unit: 'ms' },
  breakerWindow: { label: 'Calls that a circuit breaker remembers', value: 100, unit: 'calls' },
  breakerShare: { label: 'A circuit breaker opens at', value: 0.5, unit: 'of them failing' },
  breakerOpen: { label: 'A circuit breaker stays open for', value: 60, unit: 's' },
  breakerProbes: { label: 'A half-open circuit breaker tries', value: 10, unit: 'calls' },
  httpParallel: { label: 'HTTP/1.1 connections of a user', value: 6, unit: 'at a time' },
  extraHop: { label: 'A proxy, gateway or balancer that is not drawn', value: 2, unit: 'ms' },
  nagle: { label: "Nagle's algorithm holds a small write back for", value: 40, unit: 'ms' },
  smallWrite: { label: 'A small write is below', value: 1460, unit: 'bytes' },
  serializable: { label: 'Serializable isolation takes', value: 1.3, unit: 'times as long' },
  batchLinger: { label: 'A batch waits until it is full, at most', value: 100, unit: 'ms' },
} as const satisfies Record<string, Assumption>

export type AssumptionId = keyof typeof ASSUMPTIONS

/** An assumption in words. */
export const assumptionInWords = (id: AssumptionId): string => {
  const { label, value, unit } = ASSUMPTIONS[id]
  return `${label}: ${value.toLocaleString('en-US')} ${unit}`
}
