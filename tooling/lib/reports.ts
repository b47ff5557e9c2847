import { stripVTControlCharacters } from 'node:util'
import type { Failure, Tally } from './steps.ts'

/** The parts of vitest's JSON report that are read here. */
export interface VitestReport {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: {
      fullName: string
      status: string
      failureMessages: string[] | null
      meta?: { measured?: string }
    }[]
  }[]
}

/** Counts vitest's JSON report. A file that could not be loaded counts as one failure. */
export function tallyVitest(report: VitestReport, root: string): Tally {
  const tests = report.testResults.flatMap((file) =>
    file.assertionResults.map((test) => ({ ...test, file: file.name })),
  )
  const inRoot = (path: string) => path.replace(`${root}/`, '')
  const failed = tests
    .filter((test) => test.status === 'failed')
    .map((test) => ({
      name: `${inRoot(test.file)} › ${test.fullName}`,
      message: (test.failureMessages ?? []).join('\n'),
    }))
  const broken = report.testResults
    .filter((file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'))
    .map((file) => ({ name: inRoot(file.name), message: file.message }))
  const passed = tests.filter((test) => test.status === 'passed').length
  return { passed, skipped: tests.length - passed - failed.length, failures: [...failed, ...broken] }
}

interface PlaywrightSuite {
  title: string
  suites?: PlaywrightSuite[]
  specs: {
    title: string
    tests: {
      projectName: string
      status: string
      results: { errors: { message?: string }[] }[]
      annotations?: { type: string; description?: string }[]
    }[]
  }[]
}

/** The parts of Playwright's JSON report that are read here. */
export interface PlaywrightReport {
  suites: PlaywrightSuite[]
  errors: { message?: string }[]
}

/** Counts Playwright's JSON report. A test that passed only when tried again counts as a failure. */
export function tallyPlaywright(report: PlaywrightReport): Tally {
  const tests = playwrightTests(report)
  const broken = report.errors.map((error) => ({ name: 'browser tests', message: plain(error.message) }))
  return {
    passed: tests.filter((test) => test.status === 'expected').length,
    skipped: tests.filter((test) => test.status === 'skipped').length,
    failures: [...tests.filter((test) => test.status === 'unexpected' || test.status === 'flaky'), ...broken],
  }
}

interface PlaywrightTest extends Failure {
  status: string
  /** What the test noted that it measured. */
  measured: string | undefined
}

/** Each test of the report, once for each browser setting it ran in. */
export function playwrightTests(report: PlaywrightReport): PlaywrightTest[] {
  return report.suites.flatMap((suite) => testsOf(suite, []))
}

function testsOf(suite: PlaywrightSuite, above: readonly string[]): PlaywrightTest[] {
  const path = [...above, suite.title]
  const own = suite.specs.flatMap((spec) =>
    spec.tests.map((test) => ({
      name: [`[${test.projectName}]`, ...path, spec.title].join(' › '),
      message: plain(test.results.flatMap((result) => result.errors.map((error) => error.message)).join('\n')),
      status: test.status,
      measured: test.annotations?.find(({ type }) => type === 'measured')?.description,
    })),
  )
  return [...own, ...(suite.suites ?? []).flatMap((inner) => testsOf(inner, path))]
}

const plain = (text = '') => stripVTControlCharacters(text)

/** A runner that ended badly without a failed test to show for it is a failure of its own. */
export function withExitCode(tally: Tally, runner: { name: string; code: number; output: string }): Tally {
  if (runner.code === 0 || tally.failures.length > 0) return tally
  const message = `${runner.name} ended with code ${runner.code}.\n${plain(runner.output).slice(-2000)}`
  return { ...tally, failures: [{ name: runner.name, message }] }
}
