import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { COMPILE_CACHE } from './compile-cache.ts'
import type { TestDatabase } from './databases.ts'

const MAIN = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url))

export interface CommandOutcome {
  code: number | null
  output: string
  errors: string
}

interface CommandOptions {
  storage: Pick<TestDatabase, 'dataDir' | 'databaseUrl'>
  env?: Record<string, string>
  /** What it reads from standard input. */
  input?: string
}

/** Runs the admin command as a process. */
export async function runAdmin(words: readonly string[], options: CommandOptions): Promise<CommandOutcome> {
  const { storage, env = {}, input = '' } = options
  const child = spawn(process.execPath, [MAIN, 'admin', ...words], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: storage.dataDir,
      DATABASE_URL: storage.databaseUrl ?? '',
      ...COMPILE_CACHE,
      ...env,
    },
    stdio: 'pipe',
  })
  child.stdin.end(input)
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, output: output.trim(), errors: errors.trim() }
}
