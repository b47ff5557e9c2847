import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { runCommandLine } from '../../../cli/src/command-line.ts'
import { COMPILE_CACHE } from './compile-cache.ts'
import type { TestDatabase } from './databases.ts'
import { TERMINAL } from './terminal-file.ts'

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
export function runAdmin(words: readonly string[], options: CommandOptions): Promise<CommandOutcome> {
  const { storage, env = {}, input = '' } = options
  const database = { DATA_DIR: storage.dataDir, DATABASE_URL: storage.databaseUrl ?? '' }
  return runTerminal(['admin', ...words], { env: { ...database, ...env }, input })
}

/** Runs the terminal's command as a process. */
export async function runTerminal(
  words: readonly string[],
  { env = {}, input = '' }: Pick<CommandOptions, 'env' | 'input'> = {},
): Promise<CommandOutcome> {
  const child = spawn(process.execPath, [TERMINAL, ...words], {
    env: { PATH: process.env.PATH, ...COMPILE_CACHE, ...env },
    stdio: 'pipe',
  })
  child.stdin.end(input)
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, output: output.trim(), errors: errors.trim() }
}

/** Runs the admin command in this process, which is far cheaper. */
export async function runAdminHere(words: readonly string[], options: CommandOptions): Promise<CommandOutcome> {
  const { storage, env = {}, input = '' } = options
  const { code, output, errors } = await runCommandLine({
    words: ['admin', ...words],
    environment: { DATA_DIR: storage.dataDir, DATABASE_URL: storage.databaseUrl ?? '', ...env },
    folder: storage.dataDir,
    readInput: async () => input,
    tell: () => {},
  })
  return { code, output: output?.trim() ?? '', errors: errors?.trim() ?? '' }
}
