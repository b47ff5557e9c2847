/** How long to wait before a style sheet that did not arrive is asked for again; each time twice as long. */
const FIRST_PATIENCE_MS = 5_000

/**
 * Asks again for style sheets of late parts that did not arrive, after a while or once there is a connection: what loads such a part
 * never does. Called once, at the entry.
 */
export function fetchMissingStyles(): void {
  let patienceMs = FIRST_PATIENCE_MS
  const missed = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
    const askAgain = () => {
      clearTimeout(timer)
      removeEventListener('online', askAgain)
      target.replaceWith(target.cloneNode())
    }
    const timer = setTimeout(askAgain, patienceMs)
    addEventListener('online', askAgain)
    patienceMs *= 2
  }
  addEventListener('error', missed, { capture: true })
}
