/** Does something again and again, but never while it still goes on. Gives back how to end it. */
export function every(ms: number, work: () => Promise<void>, onError: (error: unknown) => void): () => void {
  let isRunning = false
  const timer = setInterval(async () => {
    if (isRunning) return
    isRunning = true
    await work().catch(onError)
    isRunning = false
  }, ms)
  return () => clearInterval(timer)
}
