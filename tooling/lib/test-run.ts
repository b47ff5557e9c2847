import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { Failure } from './steps.ts'

/** What became of one test in one setting. */
export interface TestOutcome {
  /** A project of vitest, or a browser setting. */
  project: string
  /** Relative to the root of the repository. */
  file: string
  /** Of the describes around the test, outermost first, and its own. */
  titles: readonly string[]
  /** A test that is expected to fail proves nothing: it counts as skipped. */
  status: 'passed' | 'failed' | 'skipped'
  /** Why it failed; empty otherwise. */
  message: string
  /** Why it was skipped, where the test says so. */
  reason?: string | undefined
  /** What the test noted that it measured. */
  measured?: string | undefined
  ms: number
}

/** What a test runner reports of a run that came to its end. */
export interface TestRun {
  tests: readonly TestOutcome[]
  /** What went wrong outside of a test, such as an unhandled rejection or the end of a worker. */
  errors: readonly Failure[]
}

/** Names the file that the reporters write to. */
export const TEST_RUN_FILE = 'TEST_RUN_FILE'

export const fullNameOf = ({ project, file, titles }: TestOutcome) => [`[${project}]`, file, ...titles].join(' › ')

/** All or nothing: what is there is whole. */
export function writeTestRun(run: TestRun): void {
  const path = process.env[TEST_RUN_FILE]
  if (path === undefined) throw new Error(`${TEST_RUN_FILE} is not set.`)
  writeFileSync(`${path}.part`, JSON.stringify(run))
  renameSync(`${path}.part`, path)
}

/** Undefined when the runner did not come to its end. */
export function readTestRun(path: string): TestRun | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** The text of errors as a runner hands them over. */
export function textOf(errors: readonly { message?: string | undefined; stack?: string | undefined }[] = []): string {
  return stripVTControlCharacters(errors.map(({ stack, message }) => stack || message || 'unknown error').join('\n'))
}
