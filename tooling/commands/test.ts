import { ensureBrowser } from '../lib/browser.ts'
import { codeChecks } from '../lib/checks.ts'
import { stopTogether } from '../lib/process.ts'
import { check, runChecks, runStep, summarize, type Tally } from '../lib/steps.ts'
import { playwright, vitest } from '../lib/suites.ts'
import { buildWeb } from '../lib/web-build.ts'

stopTogether()
// The checks and what the tests need go side by side; the tests themselves want the machine for themselves.
const tallies: Tally[] = await runChecks([
  check('browser for the tests', () => ensureBrowser('chromium-headless-shell')),
  check('web build', buildWeb),
  ...codeChecks(),
])
tallies.push(await runStep(vitest('unit and integration tests', [])))
tallies.push(await runStep(playwright()))
summarize(tallies)
