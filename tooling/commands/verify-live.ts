import { stopTogether } from '../lib/process.ts'
import { readRowOptions, verifyRows } from '../lib/verify-rows.ts'

/** What a live run withstands: the ids of its rows in docs/spec/simulation-panel.md, which tests cite. */
const LIVE_ROWS = ['SI1', 'SI3', 'SI5', 'SI6', 'SI7', 'SI8', 'SI9', 'SI10', 'SI11']

stopTogether()
await verifyRows('The live simulation', readRowOptions(LIVE_ROWS))
