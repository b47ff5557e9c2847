const PATIENCE_MS = 15_000
const MEGABYTE = 1_000_000

/** How long an answer is waited for, in ms: a minute more for each megabyte to send, which a slow line needs. */
export const patienceFor = (body: unknown): number =>
  PATIENCE_MS + (typeof body === 'string' ? Math.floor(body.length / MEGABYTE) * 60_000 : 0)
