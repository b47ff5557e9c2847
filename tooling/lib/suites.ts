import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, run } from './process.ts'
import { type Ended, tallyOf } from './reports.ts'
import type { Step } from './steps.ts'
import { readTestRun, TEST_RUN_FILE } from './test-run.ts'

const REPORTS = join(ROOT, 'test-results')
/** Lets a Node process keep what it compiled for the next one: the tests start hundreds, and each would compile the same anew. */
const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(ROOT, '.cache', 'compiled') }

export interface SuiteOptions {
  /** Added to the environment. */
  env?: Record<string, string>
  /** The report goes here; `test-results` in the root when absent. */
  reports?: string
  /** Instead of the one of the project. */
  config?: string
  /** Copies what the runner prints to the terminal; true when absent. */
  show?: boolean
}

/** Vitest, over all or what `choice` says. */
export const vitest = (name: string, choice: readonly string[]): Step => ({
  name,
  run: async () => tallyOf(name, await runVitest(choice)),
})

/** The browser tests, all or what `choice` says. */
export const playwright = (choice: readonly string[]): Step => ({
  name: 'browser tests',
  run: async () => tallyOf('browser tests', await runPlaywright(choice)),
})

export function runVitest(choice: readonly string[], options: SuiteOptions = {}): Promise<Ended> {
  const config = options.config ?? 'vitest.config.ts'
  const reporters = ['--reporter=default', `--reporter=${join(ROOT, 'tooling/lib/vitest-reporter.ts')}`]
  return runSuite('vitest', ['run', '--config', config, ...reporters, ...choice], options)
}

export function runPlaywright(choice: readonly string[], options: SuiteOptions = {}): Promise<Ended> {
  const config = options.config ?? 'e2e/playwright.config.ts'
  const reporters = `--reporter=list,${join(ROOT, 'e2e/fixtures/reporter.ts')}`
  return runSuite('playwright', ['test', '--config', config, reporters, ...choice], options)
}

async function runSuite(
  program: string,
  args: readonly string[],
  { env, reports = REPORTS, show = true }: SuiteOptions,
) {
  mkdirSync(reports, { recursive: true })
  const path = join(reports, `${program}.json`)
  rmSync(path, { force: true })
  const environment = { ...COMPILE_CACHE, ...env, [TEST_RUN_FILE]: path }
  const { code, output } = await run(program, args, { show, env: environment })
  return { run: readTestRun(path), code, output }
}
