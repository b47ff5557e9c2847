import type { ReadResult } from './read-result.ts'

/** Far beyond what any flow within the limits takes. */
const LONGEST_MS = 20_000

const TOO_LONG: ReadResult = { ok: false, faults: ['reading it takes too long'] }
const FAILED: ReadResult = { ok: false, faults: ['it could not be read'] }

/** Reads a flow beside the page, which goes on meanwhile. */
export async function readInWorker(source: Blob): Promise<ReadResult> {
  const worker = new Worker(new URL('./reader.worker.ts', import.meta.url), { type: 'module', name: 'reader' })
  const { promise, resolve } = Promise.withResolvers<ReadResult>()
  const limit = setTimeout(() => resolve(TOO_LONG), LONGEST_MS)
  worker.onmessage = ({ data }: MessageEvent<ReadResult>) => resolve(data)
  worker.onerror = () => resolve(FAILED)
  worker.onmessageerror = () => resolve(FAILED)
  worker.postMessage(source)
  try {
    return await promise
  } finally {
    clearTimeout(limit)
    worker.terminate()
  }
}
