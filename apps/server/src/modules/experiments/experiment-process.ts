import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Progress, Ran, RunInProcess } from './experiment-runner.ts'

/** The engine is no part of the server: this file of the terminal's command is a program of its own. */
const PROGRAM = fileURLToPath(new URL('../../../../cli/src/experiments/experiment-process.ts', import.meta.url))
/** A design may be as large as the API takes; what it costs beyond that ends the process and not the server. */
const HEAP_MIB = 2_048

type Message = { readonly progress: Progress } | { readonly ran: Ran }

interface ProcessOptions {
  /** The PostgreSQL database that holds the parts for other machines; undefined with SQLite. */
  readonly databaseUrl: string | undefined
  /** How many threads of the process compute; 0 leaves the parts to workers. */
  readonly threads: number
}

/** Runs each experiment in a process that the system serves after all others; settles once that process is gone. */
export const runInProcess =
  (options: ProcessOptions): RunInProcess =>
  (request, { claim, onProgress, signal }) =>
    new Promise((resolve, reject) => {
      const child = fork(PROGRAM, {
        execArgv: [`--max-old-space-size=${HEAP_MIB}`],
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      const end = () => child.kill('SIGKILL')
      let ran: Ran | undefined
      signal.addEventListener('abort', end)
      child.on('message', (message: Message) => {
        if ('progress' in message) return onProgress(message.progress)
        ran = message.ran
        end()
      })
      // A message that a killed process no longer takes is an error as well: only its exit says that it is gone.
      child.on('error', (error) => {
        if (child.pid === undefined) reject(error)
      })
      child.on('exit', (code, killedBy) => {
        signal.removeEventListener('abort', end)
        if (ran) resolve(ran)
        else reject(new Error(`The process of an experiment ended with ${killedBy ?? `code ${code}`}.`))
      })
      child.send({ request, claim, ...options })
      if (signal.aborted) end()
    })
