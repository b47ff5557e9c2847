/** Lets the page answer and paint; throws the signal's reason once it is aborted. */
export async function pause(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve))
  signal.throwIfAborted()
}
