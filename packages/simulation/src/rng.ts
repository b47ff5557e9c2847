/** A source of uniform numbers in [0, 1). */
export type Rng = () => number

/** The largest seed that people are offered; the smallest is 0. */
export const MOST_SEED = 2 ** 31 - 1

/**
 * xoshiro128** by Blackman and Vigna (2018): period 2^128 - 1, 32 bits a draw. Its four words are filled from `seed` by
 * splitmix32, so that near seeds give unrelated sequences. Any number is a seed; its fraction and its bits above 2^32
 * count too.
 */
export function createRng(seed: number): Rng {
  const words = new Uint32Array(new Float64Array([seed]).buffer)
  const next = splitmix32(((words[0] ?? 0) ^ Math.imul(words[1] ?? 0, 0x9e3779b1)) >>> 0)
  let a = next()
  let b = next()
  let c = next()
  let d = next()
  return () => {
    const product = Math.imul(b, 5)
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0
    const shifted = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = (d << 11) | (d >>> 21)
    return result / 0x1_0000_0000
  }
}

/** A 32-bit number scrambled; every input has its own output (the finalizer of MurmurHash3). */
export function scramble(value: number): number {
  let mixed = value | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** A 32-bit number for a text (FNV-1a over its UTF-16 code units). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

function splitmix32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x9e3779b9) | 0
    return scramble(state) | 0
  }
}
