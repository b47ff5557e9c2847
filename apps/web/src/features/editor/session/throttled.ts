const LEAST_MS = 500

/** Tells of news; an urgent one is that something begins or ends. Gives back how to end it. */
type Listen = (onNews: (isUrgent: boolean) => void) => () => void

/** For `useSyncExternalStore`: tells of news at most twice a second of the reader's time, however fast the run is; of urgent ones at once. */
export const throttled =
  (listen: Listen) =>
  (onChange: () => void): (() => void) => {
    let toldAt = Number.NEGATIVE_INFINITY
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = () => {
      clearTimeout(timer)
      timer = undefined
      toldAt = performance.now()
      onChange()
    }
    const end = listen((isUrgent) => {
      const wait = toldAt + LEAST_MS - performance.now()
      if (isUrgent || wait <= 0) tell()
      else timer ??= setTimeout(tell, wait)
    })
    return () => {
      clearTimeout(timer)
      end()
    }
  }
