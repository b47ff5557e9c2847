/** Runs in a process of its own: keeps vitest warm, and runs test files against what it is told to change. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BaseSequencer, createVitest, type TestModule, type TestSpecification } from 'vitest/node'
import type { BlocksRun } from './blocks-run.ts'
import { instrument } from './instrument.ts'
import { withSlashes } from './mutant.ts'

/** What the process is for, as JSON in its first argument. */
export interface WorkerSetup {
  root: string
  /** Globs of all tests. */
  tests: readonly string[]
  /** The files whose blocks are watched; none where mutants are tried. */
  watched: readonly string[]
}

export interface Task {
  /** In the order in which they run. */
  tests: readonly string[]
  mutant: { file: string; text: string } | null
  /** By test: processor time in milliseconds that may be used until it ends. */
  limits: readonly number[]
}

export interface Result {
  /** `timed out`: used more than its processor time; `late`: a test waited too long by the wall clock. */
  verdict: 'passed' | 'failed' | 'timed out' | 'late'
  /** The test file that failed and why. */
  by: string | undefined
  message: string | undefined
  cpuMs: number
  blocksRun: BlocksRun
}

const PINNED = fileURLToPath(new URL('../lib/pin-random.setup.ts', import.meta.url))
const REPORTING = fileURLToPath(new URL('./report-blocks.setup.ts', import.meta.url))
const NOTHING = { by: undefined, message: undefined, cpuMs: 0, blocksRun: {} }
/** What vitest says of a test or a hook that did not end in time. */
const LATE = /^(?:Test|Hook) timed out in /
const { root, tests, watched } = JSON.parse(process.argv[2] ?? '') as WorkerSetup
const isWatched = new Set(watched)
let mutant: Task['mutant'] = null
/** Test files of the task that have ended. */
let ended = 0

/** Runs the files in the order in which they are given. */
class GivenOrder extends BaseSequencer {
  override async sort(specifications: TestSpecification[]) {
    return specifications
  }
}

const replaceText = {
  name: 'replace-text',
  enforce: 'pre' as const,
  load(id: string) {
    const file = fromRoot(id)
    if (file === mutant?.file) return mutant.text
    return isWatched.has(file) ? instrument(file, readFileSync(join(root, file), 'utf8')).text : undefined
  },
}

const vitest = await createVitest(
  'test',
  {
    root,
    config: false,
    watch: false,
    include: [...tests],
    isolate: false,
    // In this process, so that its processor time is known and it can be stopped whatever it does.
    pool: 'threads',
    maxWorkers: 1,
    bail: 1,
    silent: true,
    reporters: [
      {
        onTestModuleEnd() {
          ended += 1
        },
      },
    ],
    sequence: { sequencer: GivenOrder },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // It goes by the file on the disk, which is not what runs here.
    fsModuleCache: false,
    expect: { requireAssertions: true },
    setupFiles: [PINNED, ...(watched.length > 0 ? [REPORTING] : [])],
  },
  { plugins: [replaceText], server: { watch: null }, logLevel: 'silent' },
)
process.on('message', async (task: Task) => process.send?.(await perform(task)))
process.on('disconnect', () => process.exit())
process.send?.('ready')

async function perform(task: Task): Promise<Result> {
  const used = process.cpuUsage()
  const cpuMs = () => {
    const { user, system } = process.cpuUsage(used)
    return (user + system) / 1000
  }
  ended = 0
  const watch = setInterval(() => {
    if (cpuMs() > (task.limits[ended] ?? Number.POSITIVE_INFINITY))
      process.send?.({ ...NOTHING, verdict: 'timed out' } satisfies Result)
  }, 100)
  replace(task.mutant)
  const project = vitest.getRootProject()
  const specifications = task.tests.map((file) => project.createSpecification(join(root, file)))
  const { testModules: known, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  // Vitest gives back the modules of earlier runs, too.
  const testModules = known.filter(({ moduleId }) => task.tests.includes(fromRoot(moduleId)))
  replace(null)
  clearInterval(watch)
  const failed = testModules.find((module) => !module.ok())
  const errors = [...(failed?.errors() ?? []), ...failedTests(failed), ...unhandledErrors] as { message?: string }[]
  return {
    verdict:
      errors[0]?.message && LATE.test(errors[0].message) ? 'late' : failed || errors.length > 0 ? 'failed' : 'passed',
    by: failed && fromRoot(failed.moduleId),
    message: errors[0]?.message,
    cpuMs: cpuMs(),
    blocksRun: Object.assign({}, ...testModules.map((module) => module.meta().blocksRun)),
  }
}

function replace(next: Task['mutant']): void {
  for (const file of [mutant?.file, next?.file]) if (file) vitest.invalidateFile(join(root, file))
  mutant = next
}

function failedTests(module?: TestModule): unknown[] {
  return [...(module?.children.allTests('failed') ?? [])].flatMap((test) => test.result().errors ?? [])
}

function fromRoot(id: string): string {
  const path = withSlashes(id).split('?')[0] ?? ''
  const prefix = `${withSlashes(root)}/`
  return path.startsWith(prefix) ? path.slice(prefix.length) : path
}
