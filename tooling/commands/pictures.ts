import { ensureBrowser } from '../lib/browser.ts'
import { ROOT, run, stopTogether } from '../lib/process.ts'
import { check, runChecks, summarize } from '../lib/steps.ts'
import { buildWeb } from '../lib/web-build.ts'

stopTogether()
const checks = await runChecks([
  check('browser for the pictures', () => ensureBrowser('chromium-headless-shell')),
  check('web build', buildWeb),
])
const screens = await runChecks([
  check('screens', async () => {
    const { code, output } = await run(process.execPath, ['e2e/take-screens.ts', ...process.argv.slice(2)], {
      cwd: ROOT,
      show: true,
    })
    return code === 0 ? '' : output
  }),
])
summarize([...checks, ...screens])
