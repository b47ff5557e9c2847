import { once } from 'node:events'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { setCompilerFlags } from '../../apps/cli/src/compiler-flags.ts'
import { EVENT_ENGINE } from '../../packages/event-engine/src/index.ts'
import {
  type CoverageSet,
  isAsRecorded,
  LOADS,
  missingSets,
  type SetName,
  SUBJECTS,
  type Subject,
} from '../coverage/coverage.ts'
import {
  FULL,
  RESULTS,
  RUN_AGAIN,
  type RunAgain,
  readCoverage,
  readRunAgain,
  withCoverage,
} from '../coverage/coverage-page.ts'
import { commandOptions } from '../lib/command-options.ts'
import { ROOT } from '../lib/process.ts'

setCompilerFlags()

const PAGE = join(ROOT, 'docs', 'validation.md')

const values = commandOptions({
  of: { type: 'string', default: SUBJECTS.join() },
  loads: { type: 'string', default: LOADS.response.join() },
  sets: { type: 'string', default: String(FULL) },
  again: { type: 'boolean', default: false },
  threads: { type: 'string', default: '1' },
})
const loads = values.loads.split(',').map(Number)
const count = wholeNumber('sets', values.sets)
if (loads.some((load) => !LOADS.response.some((one) => one === load)))
  fail(`--loads are some of ${LOADS.response.join()}.`)
const subjects = SUBJECTS.filter((of) => values.of.split(',').includes(of))
if (subjects.join() !== values.of) fail(`--of is some of ${SUBJECTS.join()}.`)

const done = [...readCoverage()]
if (values.again) await runAgain()
else await goOn()

/** Runs the sets that are not there yet. */
async function goOn(): Promise<void> {
  const missing = subjects.flatMap((of) => missingSets(done, { of, loads: loadsOf(of), count }))
  await runSets(missing, (found) => {
    done.push(found)
    done.sort(
      (one, other) =>
        SUBJECTS.indexOf(one.of) - SUBJECTS.indexOf(other.of) || one.load - other.load || one.set - other.set,
    )
    write(RESULTS, done.map((one) => `${JSON.stringify(one)}\n`).join(''))
  })
  write(PAGE, withCoverage(readFileSync(PAGE, 'utf8'), done, readRunAgain()))
  console.log(`${done.length} sets are there.`)
}

/** Runs sets that are there once more. */
async function runAgain(): Promise<void> {
  const sets = done.filter(({ of, load, set }) => subjects.includes(of) && loadsOf(of).includes(load) && set < count)
  const differing: CoverageSet[] = []
  await runSets(sets, (found) => {
    const recorded = sets.find(({ of, load, set }) => of === found.of && load === found.load && set === found.set)
    if (recorded && !isAsRecorded(found, recorded)) differing.push(found)
  })
  const again: RunAgain = {
    engineVersion: EVENT_ENGINE.version,
    sets: sets.length,
    differing: differing.map(({ of, load, set }) => ({ of, load, set })),
  }
  write(RUN_AGAIN, `${JSON.stringify(again, null, 2)}\n`)
  write(PAGE, withCoverage(readFileSync(PAGE, 'utf8'), done, again))
  console.log(`${differing.length} of ${sets.length} sets found something else than is recorded.`)
  if (differing.length > 0) process.exitCode = 1
}

function loadsOf(of: Subject): readonly number[] {
  return loads.filter((load) => LOADS[of].some((one) => one === load))
}

async function runSets(sets: readonly SetName[], take: (found: CoverageSet) => void): Promise<void> {
  const waiting = [...sets]
  const work = async () => {
    const worker = new Worker(new URL('../coverage/coverage.worker.ts', import.meta.url))
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      worker.postMessage(next)
      const [found] = (await once(worker, 'message')) as [CoverageSet]
      take(found)
      console.error(
        `${found.of}, load ${found.load}, set ${found.set}: ${found.requests} requests; ${waiting.length} sets to go`,
      )
    }
    await worker.terminate()
  }
  await Promise.all(Array.from({ length: Math.min(wholeNumber('threads', values.threads), waiting.length) }, work))
}

/** All or nothing: who stops it finds a whole file. */
function write(to: string, text: string): void {
  writeFileSync(`${to}.part`, text)
  renameSync(`${to}.part`, to)
}

function wholeNumber(name: string, text: string): number {
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : fail(`--${name} is a whole number from 1 on.`)
}

function fail(message: string): never {
  console.error(message)
  process.exit(2)
}
