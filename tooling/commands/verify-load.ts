import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { LoadRow } from '../../apps/server/test/load/load.ts'
import {
  describeRow,
  faultsOfRow,
  LOAD_ROWS,
  type LoadOptions,
  type LoadOutcome,
} from '../../apps/server/test/load/run-load-row.ts'
import { startPostgres } from '../../apps/server/test/support/postgres-cluster.ts'
import { commandOptions } from '../lib/command-options.ts'
import { type KeptRow, writeLoadRows } from '../lib/load-page.ts'
import { ROOT, stopTogether } from '../lib/process.ts'
import { outcomes } from '../lib/security-report.ts'
import { summarize } from '../lib/steps.ts'
import { runVitest } from '../lib/suites.ts'

const PROGRAM = join(ROOT, 'apps/server/test/load/load-row.process.ts')
/** Its load is that of the tests of durability. */
const STOPS = 'LO6'
const ROWS = [...LOAD_ROWS.map(({ id }) => id), STOPS].sort()
/** In milliseconds: two hundred stops take minutes, and what hangs still ends. */
const HOUR = 3_600_000

stopTogether()
const { only, size, seed, minutes, hours } = readOptions()
const postgres = await startPostgres()
console.log(`\nThe server under load at ${size} size, seed ${seed}\n`)
const results: KeptRow[] = []
for (const id of only) {
  const row = LOAD_ROWS.find((one) => one.id === id)
  if (!row) results.push(tell(await stops()))
  else for (const database of row.databases) results.push(tell(await load(row, database)))
}
await postgres.stop()
if (size === 'full') writeLoadRows(results)
summarize(
  results.map(({ name, faults }) => ({
    passed: faults.length > 0 ? 0 : 1,
    skipped: 0,
    failures: faults.length > 0 ? [{ name, message: faults.join('\n') }] : [],
  })),
)

function tell(result: KeptRow): KeptRow {
  const { name, title, text, faults } = result
  console.log(`${faults.length > 0 ? 'FAIL' : 'ok  '} ${name.padEnd(17)} ${title}\n     ${text}`)
  for (const fault of faults) console.log(`     not met: ${fault}`)
  return result
}

async function load(row: LoadRow, database: LoadRow['databases'][number]): Promise<KeptRow> {
  const { id, minutes: usual } = row
  const length = id === 'LO7' ? 60 * hours : usual && (minutes ?? usual)
  const postgresUrl = database === 'PostgreSQL' ? postgres.url : undefined
  const outcome = await inProcess(id, { postgresUrl, size, seed, minutes: length })
  const title = `${row.title}${length === undefined || size !== 'full' ? '' : `, ${textOf(length)}`}`
  return { name: `${id} on ${database}`, title, text: describeRow(outcome), faults: faultsOfRow(outcome) }
}

async function inProcess(id: string, options: LoadOptions): Promise<LoadOutcome> {
  const child = fork(PROGRAM, { execArgv: [] })
  const died = once(child, 'exit').then(([code]): [LoadOutcome] => [
    { id, faults: [`The process of the load ended with ${code}.`], figures: [], notes: [] },
  ])
  child.send({ id, ...options })
  const [outcome] = (await Promise.race([once(child, 'message'), died])) as [LoadOutcome]
  await died
  return outcome
}

async function stops(): Promise<KeptRow> {
  const choice = ['--project=server', '--testNamePattern', `\\[REL-${STOPS}\\]`, '--testTimeout', String(HOUR)]
  const env = { TEST_SIZE: size, TEST_SEED: String(seed) }
  const ended = await runVitest([...choice, 'apps/server/test/durability/stop'], { env })
  const [outcome] = outcomes([STOPS], [ended])
  const faults = outcome?.failures.map(({ name, message }) => `${name}: ${message}`) ?? []
  return { name: STOPS, title: 'stops under load', text: outcome?.measured.join(', ') ?? '', faults }
}

interface Options {
  only: readonly string[]
  size: LoadOptions['size']
  seed: number
  /** In the place of the minutes of the rows that last for some. */
  minutes: number | undefined
  /** Of the soak. */
  hours: number
}

function readOptions(): Options {
  const values = commandOptions({
    hours: { type: 'string', default: '8' },
    minutes: { type: 'string' },
    only: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    size: { type: 'string', default: 'full' },
  })
  const only = values.only?.toUpperCase().split(',') ?? ROWS
  const unknown = only.filter((row) => !ROWS.includes(row))
  if (unknown.length > 0) fail(`There is no row ${unknown.join(' or ')}. Rows: ${ROWS.join(', ')}.`)
  const size = values.size === 'small' || values.size === 'full' ? values.size : fail('--size is small or full.')
  if (!/^\d{1,10}$/.test(values.seed)) fail('--seed is a whole number.')
  return {
    only,
    size,
    seed: Number(values.seed),
    minutes: values.minutes === undefined ? undefined : numberIn('minutes', values.minutes),
    hours: numberIn('hours', values.hours),
  }
}

function numberIn(name: string, text: string): number {
  const value = Number(text)
  if (!/^\d{1,4}(?:\.\d{1,3})?$/.test(text) || value === 0) fail(`--${name} is a number above 0.`)
  return value
}

function textOf(length: number): string {
  return length < 60 ? `${length} minutes` : `${Math.round(length / 6) / 10} hours`
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
