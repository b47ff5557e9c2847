import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandOptions } from '../lib/command-options.ts'
import { ROOT, stopTogether } from '../lib/process.ts'
import { tallyOf } from '../lib/reports.ts'
import { summarize, type Tally } from '../lib/steps.ts'
import { runVitest } from '../lib/suites.ts'

const values = commandOptions({ rounds: { type: 'string', default: '20' }, seed: { type: 'string' } })
const rounds = wholeNumber('rounds', values.rounds)
const first = values.seed === undefined ? Date.now() % 2 ** 31 : wholeNumber('seed', values.seed)

stopTogether()
/** Whatever tries things at random. */
const files = globSync('{packages,apps}/*/test/**/*.test.ts', { cwd: ROOT, exclude: ['**/node_modules/**'] })
  .filter((file) => /fast-check|pinnedRandom|TEST_SEED/.test(readFileSync(join(ROOT, file), 'utf8')))
  .sort()
const tallies: Tally[] = []
for (let round = 0; round < rounds; round++) {
  const seed = String((first + round) % 2 ** 31)
  console.log(`\nRound ${round + 1} of ${rounds}: seed ${seed}, again by --rounds 1 --seed ${seed}`)
  const tally = tallyOf('vitest', await runVitest(files, { env: { TEST_SEED: seed } }))
  tallies.push({
    ...tally,
    failures: tally.failures.map(({ name, message }) => ({ name: `seed ${seed} › ${name}`, message })),
  })
}
summarize(tallies)

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text)
  console.error(`--${name} is a whole number.`)
  process.exit(1)
}
