/*
 * The buckets of a histogram over positive numbers: 1/128 of an octave wide, at most 0.79 % of the value.
 */

/** Buckets per octave, as a power of two. */
export const SPLIT_BITS = 7
const SPLIT = 2 ** SPLIT_BITS
/** The first bucket begins at 2^-23 (a tenth of a nanosecond, in ms); what is less counts as zero. */
export const LOWEST_EXPONENT = -23
/** Up to 2^43: 278 years. What is more counts in the last bucket. */
export const OCTAVES = 66
const BUCKETS = OCTAVES * SPLIT
/** Values are made whole numbers of 31 bits at most: of 2^-30 below 1, of 2^-20 below 2^11, and so on upwards. */
export const FINEST_BITS = 30
export const FINE_BITS = 20
const FINE_BELOW = 2 ** (31 - FINE_BITS)

/** Below 0 for zero: the leading bits of the value are its bucket, without a logarithm. */
export function bucketOf(value: number): number {
  let scale = FINE_BITS
  let whole = value * 2 ** FINE_BITS
  if (value < 1) {
    scale = FINEST_BITS
    whole = value * 2 ** FINEST_BITS
  } else if (value >= FINE_BELOW) {
    scale = FINEST_BITS - Math.floor(Math.log2(value))
    whole = value * 2 ** scale
  }
  const bits = whole | 0
  if (bits < SPLIT) return -1
  const exponent = 31 - Math.clz32(bits)
  const bucket = (exponent - scale - LOWEST_EXPONENT) * SPLIT + ((bits >>> (exponent - SPLIT_BITS)) & (SPLIT - 1))
  return bucket < BUCKETS ? bucket : BUCKETS - 1
}

/** Where a bucket begins. */
export const edgeOf = (bucket: number): number => {
  const octave = Math.floor(bucket / SPLIT)
  return 2 ** (LOWEST_EXPONENT + octave) * (1 + (bucket - octave * SPLIT) / SPLIT)
}
