import { runCommandLine } from '../src/command-line.ts'
import { poolOf } from './pool-of.ts'

/** What a command line gives, as a process would: its exit code, and what it writes. */
export async function runInProcess(folder: string, words: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const told: string[] = []
  const { code, output, errors } = await runCommandLine({
    words: [...words],
    environment,
    folder,
    readInput: async () => '',
    ...poolOf(words),
    tell: (line) => told.push(line),
  })
  const lines = (texts: readonly (string | undefined)[]) => texts.map((text) => (text ? `${text}\n` : '')).join('')
  return { status: code, stdout: lines([output]), stderr: lines([...told, errors]) }
}
