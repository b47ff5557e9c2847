import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, run } from './process.ts'
import { tallyPlaywright, tallyVitest, withExitCode } from './reports.ts'
import type { Step } from './steps.ts'

const REPORTS = join(ROOT, 'test-results')

/** Vitest, over all or what `choice` says; counted from its own report. */
export const vitest = (name: string, choice: readonly string[]): Step => ({
  name,
  run: async () => {
    const report = freshReport('vitest.json')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const { code, output } = await run('vitest', ['run', ...reporters, ...choice], { show: true })
    return withExitCode(tallyVitest(parse(report, output), ROOT), { name, code, output })
  },
})

/** The browser tests, counted from Playwright's own report. */
export const playwright = (): Step => ({
  name: 'browser tests',
  run: async () => {
    const report = freshReport('playwright.json')
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report }
    const args = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json']
    const { code, output } = await run('playwright', args, { show: true, env })
    return withExitCode(tallyPlaywright(parse(report, output)), { name: 'browser tests', code, output })
  },
})

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
