import { parentPort, workerData } from 'node:worker_threads'
import { runCommandLine } from './command-line.ts'
import type { CommandTask, FromCommand } from './command-thread.ts'

const send = (message: FromCommand) => parentPort?.postMessage(message)

const outcome = await runCommandLine({
  ...(workerData as CommandTask),
  readInput: () => Promise.reject(new Error('A thread has no standard input.')),
  tell: (tell) => send({ tell }),
  show: (show) => send({ show }),
})
send({ outcome })
