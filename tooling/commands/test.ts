import { ensureBrowser } from '../lib/browser.ts'
import { codeChecks } from '../lib/checks.ts'
import { stopTogether } from '../lib/process.ts'
import { runProofs } from '../lib/proofs.ts'
import { check, runChecks, runStep, summarize } from '../lib/steps.ts'
import { playwright, vitest } from '../lib/suites.ts'
import { buildWeb } from '../lib/web-build.ts'

stopTogether()
/** Parts of paths of test files; all, and the checks of the code, when there is none. */
const choice = process.argv.slice(2)
// The checks and what the tests need go side by side; the tests themselves want the machine for themselves.
const checks = await runChecks([
  check('browser for the tests', () => ensureBrowser('chromium-headless-shell')),
  check('web build', buildWeb),
  ...(choice.length === 0 ? codeChecks() : []),
])
const suites = [await runStep(vitest('unit and integration tests', choice)), await runStep(playwright(choice))]
const isWhole = choice.length === 0 && suites.every(({ tests = [] }) => tests.length > 0)
summarize([...checks, ...suites, await runProofs(suites, { isWhole })])
