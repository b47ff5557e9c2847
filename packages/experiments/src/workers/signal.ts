/** What is said of an experiment of which nothing can be told before its end. */
export const TIME_IS_OVER =
  'The time was over before all was simulated: allow more, or set a smaller budget, with which less is simulated.'

/** What of an AbortSignal is needed here. */
export interface Signal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** Thrown where a run was stopped before its end. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}

/** A signal that is aborted as soon as one of those is. */
export function eitherOf(...given: readonly (Signal | undefined)[]): Signal {
  const signals = given.filter((one) => one !== undefined)
  return {
    get aborted() {
      return signals.some(({ aborted }) => aborted)
    },
    addEventListener: (type, listener) => {
      for (const one of signals) one.addEventListener(type, listener)
    },
    removeEventListener: (type, listener) => {
      for (const one of signals) one.removeEventListener(type, listener)
    },
  }
}
