import { globSync, readFileSync } from 'node:fs'
import { ensureBrowser } from './browser.ts'
import { commandOptions } from './command-options.ts'
import { ROOT } from './process.ts'
import type { Ended } from './reports.ts'
import { describeOutcome, outcomes } from './security-report.ts'
import { summarize } from './steps.ts'
import { runPlaywright, runVitest } from './suites.ts'
import { buildWeb } from './web-build.ts'

/** In milliseconds: some attacks last for minutes, and what hangs still ends. */
const HOUR = 3_600_000
const TESTS = ['{packages,apps}/*/test/**/*.test.{ts,tsx}', 'tooling/test/*.test.ts']

interface RowOptions {
  /** The rows to try. */
  only: readonly string[]
  /** Of everything that is chosen by chance. */
  seed: string
  size: string
  minutes: string | undefined
}

/** Reads `--only ROW,ROW`, `--seed`, `--size small|full` and `--minutes` from the command line; ends the process on what is none of these. */
export function readRowOptions(rows: readonly string[]): RowOptions {
  const values = commandOptions({
    minutes: { type: 'string' },
    only: { type: 'string' },
    seed: { type: 'string' },
    size: { type: 'string', default: 'full' },
  })
  const only = values.only?.toUpperCase().split(',') ?? rows
  const unknown = only.filter((row) => !rows.includes(row))
  if (unknown.length > 0) fail(`There is no row ${unknown.join(' or ')}. Rows: ${rows.join(', ')}.`)
  if (!['small', 'full'].includes(values.size)) fail('--size is small or full.')
  const seed = values.seed ?? String(Date.now() % 2 ** 31)
  if (!/^\d{1,10}$/.test(seed)) fail('--seed is a whole number.')
  if (values.minutes !== undefined && !/^\d{1,4}$/.test(values.minutes)) fail('--minutes is a whole number.')
  return { only, seed, size: values.size, minutes: values.minutes }
}

/** Runs every test that cites one of the rows, at the size asked for, and says of each row whether it holds. */
export async function verifyRows(title: string, { only, seed, size, minutes }: RowOptions): Promise<void> {
  const citation = `\\[REL-(?:${only.join('|')})\\]`
  const env = { TEST_SIZE: size, TEST_SEED: seed, ...(minutes && { LIVE_MINUTES: minutes }) }

  const results = outcomes(only, [...(await attackCode()), ...(await attackBrowser())])
  console.log(`\n${title} at ${size} size, seed ${seed}\n`)
  for (const outcome of results) console.log(describeOutcome(outcome))
  summarize(
    results.map(({ row, failures }) => ({
      passed: failures.length > 0 ? 0 : 1,
      skipped: 0,
      // One for each row, whatever number of its tests failed.
      failures: failures.slice(0, 1).map(() => ({ name: row, message: failures.map(textOf).join('\n\n') })),
    })),
  )

  async function attackCode(): Promise<Ended[]> {
    const files = citing(TESTS)
    if (files.length === 0) return []
    const choice = ['--testNamePattern', citation, '--testTimeout', String(HOUR), '--hookTimeout', '120000', ...files]
    return [await runVitest(choice, { env })]
  }

  async function attackBrowser(): Promise<Ended[]> {
    if (citing('e2e/specs/*.spec.ts').length === 0) return []
    const fault = (await buildWeb()) || (await ensureBrowser('chromium'))
    if (fault) throw new Error(fault)
    // One at a time: some measure how long a page takes.
    const choice = ['--grep', citation, '--timeout', String(HOUR), '--workers', '1']
    return [await runPlaywright(choice, { env })]
  }

  /** The test files in which one of the rows is cited. */
  function citing(patterns: string | readonly string[]): string[] {
    const expression = new RegExp(citation)
    return globSync(patterns, { cwd: ROOT, exclude: ['**/node_modules/**'] })
      .filter((file) => expression.test(readFileSync(`${ROOT}/${file}`, 'utf8')))
      .sort()
  }
}

function textOf({ name, message }: { name: string; message: string }): string {
  return `${name}\n${message}`
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
