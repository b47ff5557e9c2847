type Replication = 'Master-Slave' | 'Multi-Master' | 'Sharded'

interface Storage {
  /** Operations per second of one copy. */
  readonly readsPerSecond: number
  readonly writesPerSecond: number
  readonly replicas: number
  /** How the copies share the work: all read, but a write is one copy's alone only where the data are split among them. */
  readonly replication: Replication
}

/** What all copies do together, operations per second. A write of every master counts once: each of them must do all of them. */
export function storageRates({ readsPerSecond, writesPerSecond, replicas, replication }: Storage) {
  return {
    readsPerSecond: readsPerSecond * replicas,
    writesPerSecond: replication === 'Sharded' ? writesPerSecond * replicas : writesPerSecond,
  }
}
