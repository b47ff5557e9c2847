import { auditFaults } from '../lib/audit.ts'

const faults = await auditFaults()
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
else console.log('No package that is shipped has a serious fault that is known, and none is too old.')
