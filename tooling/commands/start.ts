import { stopTogether } from '../lib/process.ts'
import { buildWeb } from '../lib/web-build.ts'

const letGo = stopTogether()
const faults = await buildWeb()
if (faults) {
  console.error(faults)
  process.exit(1)
}
// From here on the server answers the signals itself.
letGo()
await import('../../apps/server/src/main.ts')
