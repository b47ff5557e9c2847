import { runServer } from '../../src/run-server.ts'
import { LEAST_COST } from './least-cost.ts'

// The server, but for the cost of its hashes.
await runServer({ hashCost: LEAST_COST })
