import { stopTogether } from '../lib/process.ts'
import { readRowOptions, verifyRows } from '../lib/verify-rows.ts'

/** What the live engine withstands: the ids of its rows in docs/spec, which tests cite. */
const ENGINE_ROWS = ['SI2', 'SI3', 'SI4', 'SI12', 'SI13']

stopTogether()
await verifyRows('The live engine', readRowOptions(ENGINE_ROWS))
