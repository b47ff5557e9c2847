import { stopTogether } from '../lib/process.ts'
import { SECURITY_ROWS } from '../lib/security-report.ts'
import { readRowOptions, verifyRows } from '../lib/verify-rows.ts'

stopTogether()
await verifyRows('Attacks', readRowOptions(SECURITY_ROWS))
