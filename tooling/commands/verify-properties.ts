import { ensureBrowser } from '../lib/browser.ts'
import { commandOptions } from '../lib/command-options.ts'
import { stopTogether } from '../lib/process.ts'
import { tallyOf } from '../lib/reports.ts'
import { check, runChecks, runStep, summarize } from '../lib/steps.ts'
import { runPlaywright } from '../lib/suites.ts'
import { buildWeb } from '../lib/web-build.ts'

commandOptions({})
stopTogether()
const name = 'every property of every kind'
const checks = await runChecks([
  check('browser for the tests', () => ensureBrowser('chromium-headless-shell')),
  check('web build', buildWeb),
])
const run = () => runPlaywright(['specs/properties-walk'], { env: { TEST_SIZE: 'full' } })
summarize([...checks, await runStep({ name, run: async () => tallyOf(name, await run()) })])
