import { createStore } from 'zustand/vanilla'

/** As what file an animation is saved. */
export type FilmFormat = 'mp4' | 'webm' | 'gif'

export interface FilmOptions {
  readonly format: FilmFormat
  /** Simulated time at which it begins, s. */
  readonly fromSeconds: number
  /** How long it lasts, s. */
  readonly seconds: number
  /** Of the longer side, in px. */
  readonly size: number
}

interface FilmProgress {
  readonly signal: AbortSignal
  /** Called with the share that is done, 0 to 1. */
  readonly onProgress: (done: number) => void
}

/** Makes an animation of the run of the open flow. Throws the signal's reason once it is aborted. */
type RecordFilm = (options: FilmOptions, progress: FilmProgress) => Promise<Blob>

/** What makes animations; null while there is no canvas. */
export const createFilmRecorder = () => createStore<{ readonly record: RecordFilm | null }>()(() => ({ record: null }))
