import type { Flow } from '@plimsoll/flow'
import type { Trial } from '@plimsoll/simulation'

export interface TrialRequest {
  readonly flow: Flow
  readonly changed: Flow
  readonly seed: number
}

/** Finds out in the background what changes do; null where that takes too long or cannot be simulated. Returns how to call it off. */
export function tryInBackground(request: TrialRequest, onResult: (trial: Trial | null) => void): () => void {
  const worker = new Worker(new URL('./trial.worker.ts', import.meta.url), { type: 'module', name: 'trial' })
  const end = (trial: Trial | null) => {
    worker.terminate()
    onResult(trial)
  }
  worker.onmessage = ({ data }: MessageEvent<Trial | null>) => end(data)
  worker.onerror = () => end(null)
  worker.postMessage(request)
  return () => worker.terminate()
}
