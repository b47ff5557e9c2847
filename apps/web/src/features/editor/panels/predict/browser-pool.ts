import { createWorkerPool, type WorkerPort } from '@plimsoll/experiments'

/** As many workers as the machine has cores; they start when they are first needed. */
export const browserPool = () => createWorkerPool(Math.max(1, navigator.hardwareConcurrency), startWorker)

function startWorker(): WorkerPort {
  const worker = new Worker(new URL('./predict.worker.ts', import.meta.url), { type: 'module', name: 'predict' })
  return {
    post: (message) => worker.postMessage(message),
    listen: (onReply, onError) => {
      worker.onmessage = ({ data }) => onReply(data)
      worker.onerror = ({ message }) => onError(new Error(message || 'A worker of the simulation could not start.'))
    },
    end: () => worker.terminate(),
  }
}
