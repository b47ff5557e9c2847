import { createRunner, type WorkerMessage } from '@plimsoll/experiments'

const run = createRunner((reply) => postMessage(reply))

addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => run(data))
