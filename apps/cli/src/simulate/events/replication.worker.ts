import { parentPort, workerData } from 'node:worker_threads'
import { createReplicator, type Replication } from '@plimsoll/simulation'

const replicate = createReplicator(workerData)

parentPort?.on('message', (replication: Replication) => parentPort?.postMessage(replicate(replication)))
