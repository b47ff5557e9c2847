/** A delay that can be ended early; ending it while nobody waits ends the next one at once. */
export function createInterruptibleDelay() {
  let isEnded = false
  let endNow = () => {}

  return {
    async wait(ms: number): Promise<void> {
      if (!isEnded && ms > 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          endNow = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      isEnded = false
    },
    end(): void {
      isEnded = true
      endNow()
    },
  }
}
