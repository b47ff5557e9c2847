import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

const SOURCE = join(import.meta.dirname, 'three-tier.c')
const FOLDER = join(import.meta.dirname, '..', '..', '.cache')

/** What the compiled program prints of a run; times in ms but for the CPU's. */
export interface CompiledRun {
  readonly requests: number
  readonly completed: number
  readonly failed: number
  readonly retries: number
  readonly lostMessages: number
  readonly events: number
  readonly cpuSeconds: number
  /** CPU time of each event after the warm-up. */
  readonly nsPerEvent: number
  readonly mean: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  /** Mean time at the database. */
  readonly database: number
}

export interface CompiledOptions {
  readonly seed: number
  /** Templates side by side, and requests per second of each. */
  readonly copies?: number
  readonly perSecond?: number
}

export interface RunLength {
  /** Simulated, with the warm-up. */
  readonly seconds: number
  readonly warmUpSeconds: number
}

/** Compiles the baseline and gives what runs it; null where there is no C compiler. Throws where it does not compile or run. */
export function compileBaseline(): ((length: RunLength, options: CompiledOptions) => CompiledRun) | null {
  mkdirSync(FOLDER, { recursive: true })
  const program = join(FOLDER, 'three-tier')
  const compiler = spawnSync('cc', ['-O3', '-o', program, SOURCE, '-lm'], { encoding: 'utf8' })
  if (compiler.error !== undefined) return null
  if (compiler.status !== 0) throw new Error(`The baseline does not compile:\n${compiler.stderr}`)
  return ({ seconds, warmUpSeconds }, { seed, copies = 1, perSecond = 400 }) => {
    const args = [seconds, warmUpSeconds, seed, copies, perSecond].map(String)
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`The baseline does not run:\n${stderr}`)
    return JSON.parse(stdout)
  }
}
