import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { CommandLine, Outcome } from './command-line.ts'

/** Plain data. */
export type CommandTask = Pick<CommandLine, 'words' | 'environment' | 'folder' | 'hasColours'>

/** How far the command is, and at last what came of it. */
export type FromCommand = { readonly tell: string } | { readonly show: string } | { readonly outcome: Outcome }

/** Beside this file, as a source or bundled. */
const WORKER = new URL(`./command.worker${extname(import.meta.url)}`, import.meta.url)

/** Does what a command line asks for on a thread, so that this one hears an interrupt whatever that computes. */
export function runOnThread(task: CommandTask, { tell, show }: Required<Pick<CommandLine, 'tell' | 'show'>>) {
  return new Promise<Outcome>((resolve, reject) => {
    new Worker(WORKER, { workerData: task })
      .on('message', (message: FromCommand) => {
        if ('tell' in message) tell(message.tell)
        else if ('show' in message) show(message.show)
        else resolve(message.outcome)
      })
      .on('error', reject)
      .on('exit', (code) => reject(new Error(`The thread of the command ended with code ${code}.`)))
  }).catch((error: Error): Outcome => ({ code: 3, errors: `The engine gave up: ${error.message}` }))
}
