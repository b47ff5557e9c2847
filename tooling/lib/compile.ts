import { isAbsolute } from 'node:path'
import { ROOT, run } from './process.ts'

/** What the compiler says of a project, and the files that it holds. */
export interface Compiled {
  /** Empty when all is well. */
  faults: string
  files: readonly string[]
}

/** Checks the types of a project. One checker each: others run beside it, and every one would look at the same libraries anew. */
export async function compile(project: string, root = ROOT): Promise<Compiled> {
  const { code, output } = await run('tsc', ['-p', project, '--listFiles', '--checkers', '1'], { cwd: root })
  const lines = output.split('\n').map((line) => line.trimEnd())
  const faults = lines.filter((line) => !isAbsolute(line)).join('\n')
  return { faults: code === 0 ? '' : faults.trim() || `tsc ended with code ${code}.`, files: lines.filter(isAbsolute) }
}
