import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, run } from './process.ts'
import { type PlaywrightReport, tallyPlaywright, tallyVitest, type VitestReport, withExitCode } from './reports.ts'
import type { Step } from './steps.ts'

const REPORTS = join(ROOT, 'test-results')
/** Lets a Node process keep what it compiled for the next one: the tests start hundreds, and each would compile the same anew. */
const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(ROOT, '.cache', 'compiled') }

/** A run of tests that has ended, with its own report. */
interface Ended<Report> {
  report: Report
  code: number
  output: string
}

/** Vitest, over all or what `choice` says; counted from its own report. */
export const vitest = (name: string, choice: readonly string[]): Step => ({
  name,
  run: async () => {
    const { report, code, output } = await runVitest(choice)
    return withExitCode(tallyVitest(report, ROOT), { name, code, output })
  },
})

/** The browser tests, counted from Playwright's own report. */
export const playwright = (): Step => ({
  name: 'browser tests',
  run: async () => {
    const { report, code, output } = await runPlaywright([])
    return withExitCode(tallyPlaywright(report), { name: 'browser tests', code, output })
  },
})

/** Runs vitest over all or what `choice` says, `env` added to its environment. */
export async function runVitest(
  choice: readonly string[],
  env: Record<string, string> = {},
): Promise<Ended<VitestReport>> {
  const path = freshReport('vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`]
  const { code, output } = await run('vitest', ['run', ...reporters, ...choice], {
    show: true,
    env: { ...COMPILE_CACHE, ...env },
  })
  return { report: parse(path, output), code, output }
}

/** Runs the browser tests, all or what `choice` says, `env` added to their environment. */
export async function runPlaywright(
  choice: readonly string[],
  env: Record<string, string> = {},
): Promise<Ended<PlaywrightReport>> {
  const path = freshReport('playwright.json')
  const args = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json', ...choice]
  const reporting = { PLAYWRIGHT_JSON_OUTPUT_FILE: path, ...COMPILE_CACHE, ...env }
  const { code, output } = await run('playwright', args, { show: true, env: reporting })
  return { report: parse(path, output), code, output }
}

function freshReport(name: string): string {
  mkdirSync(REPORTS, { recursive: true })
  rmSync(join(REPORTS, name), { force: true })
  return join(REPORTS, name)
}

function parse(report: string, output: string) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    throw new Error(`No report was written.\n${output.slice(-2000)}`)
  }
}
