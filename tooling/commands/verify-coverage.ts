import { once } from 'node:events'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { type CoverageSet, LOADS, missingSets, SUBJECTS } from '../coverage/coverage.ts'
import { FULL, RESULTS, readCoverage, withCoverage } from '../coverage/coverage-page.ts'
import { commandOptions } from '../lib/command-options.ts'
import { ROOT } from '../lib/process.ts'

setFlagsFromString('--no-maglev-escape-analysis')

const PAGE = join(ROOT, 'docs', 'validation.md')

const values = commandOptions({
  of: { type: 'string', default: SUBJECTS.join() },
  loads: { type: 'string', default: LOADS.response.join() },
  sets: { type: 'string', default: String(FULL) },
  threads: { type: 'string', default: '1' },
})
const loads = values.loads.split(',').map(Number)
const count = wholeNumber('sets', values.sets)
if (loads.some((load) => !LOADS.response.some((one) => one === load)))
  fail(`--loads are some of ${LOADS.response.join()}.`)
const subjects = SUBJECTS.filter((of) => values.of.split(',').includes(of))
if (subjects.join() !== values.of) fail(`--of is some of ${SUBJECTS.join()}.`)

/** What is there is not run again. */
const done = [...readCoverage()]
const waiting = subjects.flatMap((of) =>
  missingSets(done, { of, loads: loads.filter((load) => LOADS[of].some((one) => one === load)), count }),
)

await Promise.all(Array.from({ length: Math.min(wholeNumber('threads', values.threads), waiting.length) }, work))
write(PAGE, withCoverage(readFileSync(PAGE, 'utf8'), done))
console.log(`${done.length} sets are there.`)

async function work(): Promise<void> {
  const worker = new Worker(new URL('../coverage/coverage.worker.ts', import.meta.url))
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    worker.postMessage(next)
    const [found] = (await once(worker, 'message')) as [CoverageSet]
    done.push(found)
    done.sort(
      (one, other) =>
        SUBJECTS.indexOf(one.of) - SUBJECTS.indexOf(other.of) || one.load - other.load || one.set - other.set,
    )
    write(RESULTS, done.map((one) => `${JSON.stringify(one)}\n`).join(''))
    console.error(
      `${found.of}, load ${found.load}, set ${found.set}: ${found.requests} requests; ${waiting.length} sets to go`,
    )
  }
  await worker.terminate()
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
