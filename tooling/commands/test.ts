import { ensureBrowser } from '../lib/browser.ts'
import { codeChecks } from '../lib/checks.ts'
import { stopTogether } from '../lib/process.ts'
import { check, runChecks, runStep, summarize, type Tally } from '../lib/steps.ts'
import { playwright, vitest } from '../lib/suites.ts'
import { buildWeb } from '../lib/web-build.ts'

stopTogether()
const tallies: Tally[] = await runChecks(codeChecks())
for (const step of [
  vitest('unit and integration tests', []),
  check('web build', buildWeb),
  check('browser for the tests', ensureBrowser),
  playwright(),
])
  tallies.push(await runStep(step))
summarize(tallies)
