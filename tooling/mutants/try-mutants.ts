import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { BlocksRun } from './blocks-run.ts'
import { blockAround, instrument } from './instrument.ts'
import { digest, type Mutant, mutated, withSlashes } from './mutant.ts'
import { type Outcome, performAll, startWorker } from './worker-pool.ts'

export interface Verdict {
  /** All but the last two count as killed. */
  verdict: 'failed' | 'timed out' | 'crashed' | 'survived' | 'not covered'
  /** The test file that failed. */
  by?: string | undefined
  message?: string | undefined
}

const VERDICTS = {
  passed: 'survived',
  failed: 'failed',
  'timed out': 'timed out',
  late: 'timed out',
  crashed: 'crashed',
} as const satisfies Record<Outcome['verdict'], Verdict['verdict']>

export const isKilled = ({ verdict }: Verdict) => verdict !== 'survived' && verdict !== 'not covered'

export interface Attempt {
  root: string
  mutants: readonly Mutant[]
  /** Every file that may be mutated: what the tests reach of them is found out once. */
  sources: readonly string[]
  /** Area → globs of its test files. */
  tests: Readonly<Record<string, readonly string[]>>
  /** Area → globs of whatever its tests read besides themselves. */
  inputs: Readonly<Record<string, readonly string[]>>
  /** Mutants that are known to survive, by their ids: they are not tried, and count as survivors. */
  spared?: ReadonlySet<string>
  /** Results are kept here, so that a run that was stopped goes on where it was. */
  cache: string
  workers?: number
  /** Processor time in milliseconds that a mutant may take until a test ends, beside several times what the tests so far take without it. */
  patience?: number
  /** `isNew`: not known from an earlier run; `left`: how many are still to be tried. */
  onVerdict?: (mutant: Mutant, verdict: Verdict, isNew: boolean, left: number) => void
}

/** What one test file runs, and how long it takes. */
interface Baseline {
  blocksRun: BlocksRun
  cpuMs: number
}

/** Runs against each mutant the tests that reach it; no file is changed. Throws where a test fails without any mutant. */
export async function tryMutants(attempt: Attempt): Promise<Map<Mutant, Verdict>> {
  const { root, mutants, cache, onVerdict, workers = availableParallelism(), patience = 10_000 } = attempt
  const { spared = new Set() } = attempt
  const tests = testsOf(attempt)
  const inputs = inputsOf(attempt)
  const baselines = await readBaselines(attempt, { tests, inputs, workers })
  const known = readLines<Verdict & { id: string; key: string }>(join(cache, 'verdicts.jsonl'))
  const verdicts = new Map<Mutant, Verdict>()
  const waiting: { mutant: Mutant; tests: string[] }[] = []
  let left = 0
  for (const mutant of mutants) {
    const ofMutant = known.filter(({ id }) => id === mutant.id)
    const killer = ofMutant.findLast(({ by }) => by)?.by
    const covering = coveringTests(mutant, { tests, baselines, root, killer })
    const earlier = ofMutant.findLast(
      ({ key, by }) => key === keyOf(mutant, { tests: by ? [by] : covering, inputs, root }),
    )
    if (covering.length === 0) settle(mutant, { verdict: 'not covered' }, false)
    else if (earlier) settle(mutant, earlier, false)
    else if (spared.has(mutant.id)) settle(mutant, { verdict: 'survived' }, false)
    else waiting.push({ mutant, tests: covering })
  }
  left = waiting.length
  await performAll(waiting, {
    start: () => startWorker({ root, tests: Object.values(attempt.tests).flat(), watched: [] }),
    workers,
    taskOf: (one) => ({
      tests: one.tests,
      mutant: { file: one.mutant.file, text: mutated(read(root, one.mutant.file), one.mutant) },
      limits: one.tests.map(
        (_, index) => patience + 5 * sum(one.tests.slice(0, index + 1).map((test) => baselines.get(test)?.cpuMs ?? 0)),
      ),
    }),
    onOutcome: ({ mutant, tests: covering }, { verdict, by, message }) => {
      const settled: Verdict = { verdict: VERDICTS[verdict], by, message }
      const key = keyOf(mutant, { tests: by ? [by] : covering, inputs, root })
      append(join(cache, 'verdicts.jsonl'), { id: mutant.id, key, ...settled })
      left -= 1
      settle(mutant, settled, true)
    },
  })
  return verdicts

  function settle(mutant: Mutant, verdict: Verdict, isNew: boolean): void {
    verdicts.set(mutant, verdict)
    onVerdict?.(mutant, verdict, isNew, left)
  }
}

/** A killed mutant stays killed while the killing test stands; a survivor is tried anew when any of its tests changes. */
function keyOf(
  mutant: Mutant,
  { tests, inputs, root }: { tests: readonly string[]; inputs: Map<string, string>; root: string },
) {
  return digest(`${mutant.file} ${mutant.start} ${inputs.get(mutant.area)} ${hashOf(root, tests)}`)
}

/** Area → the hash of what its tests read besides themselves. */
const inputsOf = ({ root, inputs }: Attempt) =>
  new Map(
    Object.entries(inputs).map(([area, globs]) => {
      const files = globSync(globs, { cwd: root }).map(withSlashes)
      return [
        area,
        hashOf(
          root,
          files.filter((file) => !isTest(file)),
        ),
      ]
    }),
  )

async function readBaselines(
  { root, mutants, sources: watched, cache, tests: globs }: Attempt,
  { tests, inputs, workers }: { tests: Map<string, string[]>; inputs: Map<string, string>; workers: number },
): Promise<Map<string, Baseline>> {
  const baselines = new Map<string, Baseline>()
  const areaOf = (test: string) => [...tests].find(([, files]) => files.includes(test))?.[0] ?? ''
  const keyOfTest = (test: string) => digest(`${inputs.get(areaOf(test))} ${watched} ${hashOf(root, [test])}`)
  const known = new Map(
    readLines<Baseline & { key: string }>(join(cache, 'baselines.jsonl')).map((one) => [one.key, one]),
  )
  const areas = new Set(mutants.map(({ area }) => area))
  const files = [...new Set([...areas].flatMap((area) => tests.get(area) ?? []))]
  for (const test of files) {
    const baseline = known.get(keyOfTest(test))
    if (baseline) baselines.set(test, baseline)
  }
  const faults: string[] = []
  await performAll(
    files.filter((test) => !baselines.has(test)),
    {
      start: () => startWorker({ root, tests: Object.values(globs).flat(), watched }),
      workers,
      taskOf: (test) => ({ tests: [test], mutant: null, limits: [600_000] }),
      onOutcome: (test, { verdict, message, blocksRun, cpuMs }) => {
        if (verdict !== 'passed') faults.push(`${test} fails without any mutant: ${message ?? verdict}`)
        baselines.set(test, { blocksRun, cpuMs })
        if (verdict === 'passed') append(join(cache, 'baselines.jsonl'), { key: keyOfTest(test), blocksRun, cpuMs })
      },
    },
  )
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return baselines
}

/** The tests of a mutant's area that run its block: first its last killer and the one that bears its file's name, then the quickest. */
function coveringTests(
  { area, file, start, end }: Mutant,
  {
    tests,
    baselines,
    root,
    killer,
  }: { tests: Map<string, string[]>; baselines: Map<string, Baseline>; root: string; killer: string | undefined },
): string[] {
  const block = blockAround(instrument(file, read(root, file)).blocks, { start, end })
  const name = basename(file).replace(/\.tsx?$/, '.test.ts')
  const isLikely = (test: string) => test === killer || basename(test) === name
  const cost = (test: string) => (isLikely(test) ? 0 : (baselines.get(test)?.cpuMs ?? 0))
  return (tests.get(area) ?? [])
    .filter((test) => baselines.get(test)?.blocksRun[file]?.includes(block))
    .sort((one, other) => cost(one) - cost(other))
}

function testsOf({ root, tests }: Attempt): Map<string, string[]> {
  const files = (globs: readonly string[]) => globSync(globs, { cwd: root }).map(withSlashes).sort()
  return new Map(
    Object.entries(tests).map(([area, globs]) => [
      area,
      files(globs).filter((file) => !file.endsWith('.long.test.ts')),
    ]),
  )
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file)

function hashOf(root: string, files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of [...files].sort()) {
    const path = join(root, file)
    hash.update(`${file}\n`).update(existsSync(path) ? readFileSync(path) : 'gone')
  }
  return hash.digest('hex')
}

const read = (root: string, file: string) => readFileSync(join(root, file), 'utf8')

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

/** A last line that was cut off counts as not written. */
function readLines<Line>(path: string): Line[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
}

function append(path: string, line: object): void {
  mkdirSync(dirname(path), { recursive: true })
  appendFileSync(path, `${JSON.stringify(line)}\n`)
}
