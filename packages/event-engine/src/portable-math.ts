/*
 * Functions that browsers and Node each take from a library of their own, which differ in the last bit: here by sums and products
 * alone, which IEEE 754 fixes to the bit. Series by Taylor, for exponents with a table, to the last bit or the one before it.
 */

const number = new Float64Array(1)
const words = new Int32Array(number.buffer)
/** Which word holds the exponent. */
const HIGH = (() => {
  number[0] = 1
  return words[1] === 0 ? 0 : 1
})()

/** ln 2 in two parts, the first with so few digits that its multiples by an exponent are exact. */
const LN2_HIGH = 0.6931471803691238
const LN2_LOW = 1.9082149292705877e-10

/** Natural logarithm of a positive number of usual size (2^-1022 and more). */
export function log(value: number): number {
  number[0] = value
  const high = words[HIGH] as number
  let exponent = (high >> 20) - 1023
  words[HIGH] = (high & 0xfffff) | 0x3ff00000
  let mantissa = number[0] as number
  if (mantissa > Math.SQRT2) {
    mantissa *= 0.5
    exponent += 1
  }
  // ln m = 2 artanh((m - 1)/(m + 1))
  const s = (mantissa - 1) / (mantissa + 1)
  const z = s * s
  const ends = 1 / 15 + z * (1 / 17 + z * (1 / 19 + z * (1 / 21)))
  const rest = z * (1 / 3 + z * (1 / 5 + z * (1 / 7 + z * (1 / 9 + z * (1 / 11 + z * (1 / 13 + z * ends))))))
  return exponent * LN2_HIGH + (2 * s + (2 * s * rest + exponent * LN2_LOW))
}

const MOST_EXPONENT = 1023
/** Powers of two, from the least. */
const power = Float64Array.from({ length: 2 * MOST_EXPONENT }, (_, index) => 2 ** (index + 1 - MOST_EXPONENT))

/** An exponent is taken apart at multiples of ln 2 / 64: five terms of the series are enough for what is left. */
const PARTS = 64
/** 2 to the powers 0, 1/64, …, 63/64; those above the middle from 2 down, since the series is for at most 0.35. */
export const ROOTS = Float64Array.from({ length: PARTS }, (_, part) => {
  const whole = part > PARTS / 2 ? 1 : 0
  return 2 ** whole * (1 + powers((part / PARTS - whole) * Math.LN2))
})

/** e to the power of a number; 0 or Infinity near and beyond the ends of what a number can hold. */
export function exp(value: number): number {
  const parts = Math.floor(value * (PARTS / Math.LN2) + 0.5)
  const exponent = Math.floor(parts / PARTS)
  if (exponent > MOST_EXPONENT) return Number.POSITIVE_INFINITY
  if (exponent <= -MOST_EXPONENT) return 0
  const r = value - parts * (LN2_HIGH / PARTS) - parts * (LN2_LOW / PARTS)
  const root = ROOTS[parts - exponent * PARTS] as number
  const series = r + r * r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120))))
  return (power[exponent - 1 + MOST_EXPONENT] as number) * (root + root * series)
}

/** e to the power of a number, less 1: exact for small ones, too. */
export const expm1 = (value: number): number => (Math.abs(value) < 0.3 ? powers(value) : exp(value) - 1)

/** r + r²/2! + r³/3! + … for at most 0.35. */
function powers(r: number): number {
  const ends = 1 / 40_320 + r * (1 / 362_880 + r * (1 / 3_628_800 + r * (1 / 39_916_800 + r * (1 / 479_001_600))))
  return r * (1 + r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720 + r * (1 / 5040 + r * ends)))))))
}

/** Sine of an angle in turns: 1 is the whole circle. */
export const sinOfTurns = (turns: number): number => cosOfTurns(turns - 0.25)

/** Cosine of an angle in turns. */
export function cosOfTurns(turns: number): number {
  const whole = turns - Math.floor(turns)
  // The nearest of the four quarters, so that the series is asked at most for 45°.
  const quarter = Math.round(whole * 4)
  const x = (whole - quarter / 4) * (2 * Math.PI)
  const value = (quarter & 1) === 1 ? sine(x) : cosine(x)
  return quarter === 1 || quarter === 2 ? -value : value
}

function sine(x: number): number {
  const z = x * x
  const ends = 1 / 362_880 - z * (1 / 39_916_800 - z * (1 / 6_227_020_800 - z * (1 / 1_307_674_368_000)))
  return x * (1 - z * (1 / 6 - z * (1 / 120 - z * (1 / 5040 - z * ends))))
}

function cosine(x: number): number {
  const z = x * x
  const ends = 1 / 40_320 - z * (1 / 3_628_800 - z * (1 / 479_001_600 - z * (1 / 87_178_291_200)))
  return 1 - z * (1 / 2 - z * (1 / 24 - z * (1 / 720 - z * ends)))
}
