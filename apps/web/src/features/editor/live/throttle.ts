/** Calls `act` at once, and after that at most once in so many ms for all calls meanwhile. */
export function throttle(ms: number, act: () => void): { call(): void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWaiting = false
  function call(): void {
    isWaiting = timer !== undefined
    if (isWaiting) return
    act()
    timer = setTimeout(() => {
      timer = undefined
      if (isWaiting) call()
    }, ms)
  }
  return { call, cancel: () => clearTimeout(timer) }
}
