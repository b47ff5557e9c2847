import { ensureBrowser } from '../lib/browser.ts'
import { commandOptions } from '../lib/command-options.ts'
import { stopTogether } from '../lib/process.ts'
import { describeOutcome, outcomes } from '../lib/security-report.ts'
import { summarize } from '../lib/steps.ts'
import { runPlaywright, runVitest } from '../lib/suites.ts'
import { buildWeb } from '../lib/web-build.ts'

/** What can break, and the rows that say what must hold then. */
const PARTS = {
  server: {
    rows: [
      'DU1',
      'DU2',
      'DU3',
      'DU4',
      'DU5',
      'DU6',
      'DU8',
      'DU10',
      'DU13',
      'DU14',
      'DU15',
      'DU16',
      'DU17',
      'DU18',
      'DU19',
      'CL5',
      'LO2',
      'LO6',
      'OP9',
    ],
    run: breakServer,
  },
  drafts: { rows: ['CL1'], run: killBrowser },
} as const

type Part = keyof typeof PARTS

const TESTS = ['durability/', 'full-disk', 'overload'].map((name) => `apps/server/test/${name}`)

/** In milliseconds: many kills last for a while, and what hangs still ends. */
const HOUR = 3_600_000

stopTogether()
const { kills, seed, size, part } = readOptions()
const env = { TEST_SIZE: size, TEST_SEED: seed, ...(kills && { DURABILITY_KILLS: kills }) }
const { rows, run } = PARTS[part]
const results = outcomes(rows, [await run()])
console.log(`\nDurability of the ${part} at ${size} size, seed ${seed}\n`)
for (const outcome of results) console.log(describeOutcome(outcome))

const failures = results.flatMap((outcome) => outcome.failures)
const passed = results.filter((outcome) => outcome.failures.length === 0).length
summarize([{ passed, skipped: 0, failures }])

function breakServer() {
  return runVitest(['--project=server', ...TESTS], { env })
}

async function killBrowser() {
  const fault = (await buildWeb()) || (await ensureBrowser('chromium'))
  if (fault) throw new Error(fault)
  const choice = ['specs/killed-browser', '--project', 'desktop', '--timeout', String(HOUR)]
  return runPlaywright(choice, { env })
}

function readOptions() {
  const values = commandOptions({
    kills: { type: 'string' },
    part: { type: 'string', default: 'server' },
    seed: { type: 'string' },
    size: { type: 'string', default: 'full' },
  })
  if (!['small', 'full'].includes(values.size)) fail('--size is small or full.')
  for (const name of ['kills', 'seed'] as const) {
    const text = values[name]
    if (text !== undefined && !/^\d{1,10}$/.test(text)) fail(`--${name} is a whole number.`)
  }
  if (!Object.hasOwn(PARTS, values.part)) fail(`--part is ${Object.keys(PARTS).join(' or ')}.`)
  return { ...values, part: values.part as Part, seed: values.seed ?? String(Date.now() % 2 ** 31) }
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
