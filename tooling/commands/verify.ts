import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { describeOutcome } from '../verify/outcome.ts'
import { readCases } from '../verify/read-cases.ts'
import { runCases } from '../verify/run-cases.ts'

const USAGE = 'Usage: npm run verify -- --cases FILE [--only ID,ID] [--json OUT]'

const { file, only, out } = readOptions()
const cases = attempt(() => readCases(file, only))
const started = performance.now()
const outcomes = await runCases(cases, { onOutcome: (outcome) => console.log(describeOutcome(outcome)) })
const seconds = (performance.now() - started) / 1000
const passed = outcomes.filter(({ isPassed }) => isPassed).length
const failed = outcomes.length - passed
if (out !== null) attempt(() => writeFileSync(out, `${JSON.stringify({ passed, failed, cases: outcomes }, null, 2)}\n`))
console.log(`\n${outcomes.length} cases in ${seconds.toFixed(1)} s`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode ||= failed > 0 ? 1 : 0

function readOptions() {
  const { values } = attempt(() =>
    parseArgs({ options: { cases: { type: 'string' }, only: { type: 'string' }, json: { type: 'string' } } }),
  )
  if (values.cases === undefined) fail(`--cases is missing.\n${USAGE}`)
  const fromHere = (path: string) => resolve(process.env.INIT_CWD ?? process.cwd(), path)
  const ids = values.only?.split(',').map((id) => id.trim().toUpperCase())
  return {
    file: fromHere(values.cases),
    only: ids ?? null,
    out: values.json === undefined ? null : fromHere(values.json),
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
