import { createStore } from 'zustand/vanilla'

/** As what file an animation is saved. */
export type AnimationFormat = 'mp4' | 'webm' | 'gif'

export interface AnimationOptions {
  readonly format: AnimationFormat
  /** Simulated time at which it begins, s. */
  readonly fromSeconds: number
  /** How long it lasts, s. */
  readonly seconds: number
  /** Of the longer side, in px. */
  readonly size: number
}

interface AnimationProgress {
  readonly signal: AbortSignal
  /** Called with the share that is done, 0 to 1. */
  readonly onProgress: (done: number) => void
}

/** Makes an animation of the run of the open flow. Throws the signal's reason once it is aborted. */
type RecordAnimation = (options: AnimationOptions, progress: AnimationProgress) => Promise<Blob>

/** What makes animations; null while there is no canvas. */
export const createAnimationRecorder = () =>
  createStore<{ readonly record: RecordAnimation | null }>()(() => ({ record: null }))
