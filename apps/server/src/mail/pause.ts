/** A pause that can be cut short; an end that comes while nobody pauses counts for the next one. */
export function createPause() {
  let isEnded = false
  let endNow = () => {}

  return {
    async take(ms: number): Promise<void> {
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
