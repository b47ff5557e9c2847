import { MOST_SEED } from '@plimsoll/simulation'

/** Reads a seed as it is typed; null for what is none. */
export function readSeed(text: string): number | null {
  const digits = text.trim()
  const seed = Number(digits)
  return /^\d+$/.test(digits) && seed <= MOST_SEED ? seed : null
}

/** A new one by chance. */
export const randomSeed = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) >>> 1
