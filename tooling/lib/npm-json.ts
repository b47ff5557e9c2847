import { run } from './process.ts'

/** Runs a command of npm on the lock file alone, and gives back what it says in JSON. */
export async function npmJson<Answer>(...args: string[]): Promise<Answer> {
  const { code, output } = await run('npm', [...args, '--package-lock-only', '--loglevel=silent'])
  try {
    return JSON.parse(output)
  } catch {
    throw new Error(`npm ${args[0]} ended with code ${code} and answered no JSON:\n${output}`)
  }
}
