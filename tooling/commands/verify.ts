import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { EVENT_ENGINE } from '@plimsoll/event-engine'
import { setCompilerFlags } from '../../apps/cli/src/compiler-flags.ts'
import { readCoverage, readRunAgain, withCoverage } from '../coverage/coverage-page.ts'
import { commandOptions } from '../lib/command-options.ts'
import { withKeptSections } from '../lib/kept-sections.ts'
import { ROOT } from '../lib/process.ts'
import { type CaseOutcome, describeOutcome } from '../verify/outcome.ts'
import { readCases } from '../verify/read-cases.ts'
import { runCases } from '../verify/run-cases.ts'
import { validationPage } from '../verify/validation-page.ts'

setCompilerFlags()

/** The project's own. */
const OWN_CASES = join(ROOT, 'tooling', 'reference-cases', 'reference-cases.json')

const { path, only, out, page, resumes, threads } = readOptions()
const { cases, file } = attempt(() => readCases(path, only))
const known = resumes && out !== null ? attempt(() => readKnown(out)) : []
const started = performance.now()
const done: CaseOutcome[] = []
const commit = git('rev-parse', '--short', 'HEAD')
const all = await runCases(cases, {
  file,
  known,
  ...(threads !== null && { threads }),
  onOutcome: (outcome) => console.log(describeOutcome(outcome)),
  onDone: (outcome) => {
    done.push({ ...outcome, commit, version: EVENT_ENGINE.version })
    const left = cases.length - done.length
    console.error(`${outcome.id} took ${outcome.seconds.toFixed(1)} s; ${left} of ${cases.length} cases to go`)
    if (out !== null) attempt(() => write(out, toJson([...known, ...done])))
  },
})
const outcomes = all.map((outcome) => done.find(({ id }) => id === outcome.id) ?? outcome)
const seconds = (performance.now() - started) / 1000
const passed = outcomes.filter(({ isPassed }) => isPassed).length
const failed = outcomes.length - passed
if (out !== null) attempt(() => write(out, toJson(outcomes)))
if (page !== null)
  attempt(() =>
    write(page, withKeptSections(withCoverage(validationPage(outcomes, provenance()), readCoverage(), readRunAgain()))),
  )
console.log(`\n${outcomes.length} cases in ${seconds.toFixed(1)} s`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode ||= failed > 0 ? 1 : 0

function toJson(known: readonly CaseOutcome[]): string {
  const met = known.filter(({ isPassed }) => isPassed).length
  return `${JSON.stringify({ passed: met, failed: known.length - met, cases: known }, null, 2)}\n`
}

function git(...words: string[]): string {
  return execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim()
}

function provenance() {
  return { date: new Date().toISOString().slice(0, 10), file: basename(path) }
}

/** All or nothing: who looks meanwhile, or comes back after an end, finds a whole file. */
function write(to: string, text: string): void {
  writeFileSync(`${to}.part`, text)
  renameSync(`${to}.part`, to)
}

/** What an earlier run has written of the cases, as far as it got. */
function readKnown(from: string): readonly CaseOutcome[] {
  if (!existsSync(from)) return []
  const { cases: earlier } = JSON.parse(readFileSync(from, 'utf8')) as { cases: readonly CaseOutcome[] }
  return earlier.filter((one) => cases.some(({ id, expected }) => id === one.id && isSame(expected, one.expected)))
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function readOptions() {
  const values = commandOptions({
    cases: { type: 'string' },
    only: { type: 'string' },
    json: { type: 'string' },
    resume: { type: 'boolean', default: false },
    page: { type: 'string' },
    threads: { type: 'string' },
  })
  if (values.resume && values.json === undefined) fail('--resume goes on from the file of --json.')
  if (values.threads !== undefined && !/^[1-9]\d?$/.test(values.threads))
    fail('--threads is a whole number from 1 to 99.')
  const fromHere = (name: string) => resolve(process.env.INIT_CWD ?? process.cwd(), name)
  const ids = values.only?.split(',').map((id) => id.trim().toUpperCase())
  return {
    path: values.cases === undefined ? OWN_CASES : fromHere(values.cases),
    only: ids ?? null,
    out: values.json === undefined ? null : fromHere(values.json),
    page: values.page === undefined ? null : fromHere(values.page),
    resumes: values.resume,
    threads: values.threads === undefined ? null : Number(values.threads),
  }
}

function attempt<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    return fail((error as Error).message)
  }
}

function fail(message: string): never {
  console.error(message)
  process.exit(2)
}
