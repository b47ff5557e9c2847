import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeSection } from '../lib/kept-sections.ts'
import { ROOT, stopTogether } from '../lib/process.ts'
import { tallyOf } from '../lib/reports.ts'
import { summarize } from '../lib/steps.ts'
import { runVitest } from '../lib/suites.ts'

/** In milliseconds: some proofs last for minutes, and what hangs still ends. */
const HOUR = 3_600_000

stopTogether()
/** Run in full by the commands of their own: security, durability and simulation. */
const OF_OTHERS = '**/test/{attacks,durability,robustness}/**'
/** The tests that `npm test` runs in a small form. */
const exclude = ['**/node_modules/**', OF_OTHERS]
const files = globSync('{packages/*,apps/*,tooling}/test/**/*.test.ts', { cwd: ROOT, exclude })
  .filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('lib/test-size.ts'))
  .sort()
const name = 'proofs in full'
const ended = await runVitest([...process.argv.slice(2), '--testTimeout', String(HOUR), ...files], {
  env: { TEST_SIZE: 'full' },
})
const tally = tallyOf(name, ended)
if (tally.failures.length === 0 && process.argv.length === 2) {
  writeSection(name, [
    'Written by `npm run verify:full`, which runs in full the tests that `npm test` runs in a small form.',
    `All ${tally.passed} tests passed.`,
  ])
}
summarize([tally])
