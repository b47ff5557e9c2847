import { describeMsLeft, msLeft } from '@plimsoll/experiments'

/** Shows on a terminal how far it is, until the next is shown. */
type Show = (progress: string) => void

/** Shows with it the time left, from the share of all that is done. */
export function withTimeLeft(show: Show, now: () => number = () => performance.now()) {
  const beganAt = now()
  return (progress: string, ofAll: number): void => {
    const leftMs = msLeft(ofAll, now() - beganAt)
    show(leftMs === null ? progress : `${progress} · ${describeMsLeft(leftMs)}`)
  }
}
