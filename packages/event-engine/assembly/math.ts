/* As portable-math.ts, in the same order of sums and products, so that both give the same bits. */
const LN2_HIGH: f64 = 0.6931471803691238
const LN2_LOW: f64 = 1.9082149292705877e-10
const SQRT2: f64 = 1.4142135623730951
const LN2: f64 = 0.6931471805599453
const PI: f64 = 3.141592653589793
const MOST_EXPONENT: f64 = 1023

export function log(value: f64): f64 {
  const all = reinterpret<u64>(value)
  const high = <i32>(all >> 32)
  let exponent: f64 = <f64>((high >> 20) - 1023)
  let mantissa = reinterpret<f64>((all & 0xffffffff) | (<u64><u32>((high & 0xfffff) | 0x3ff00000) << 32))
  if (mantissa > SQRT2) {
    mantissa *= 0.5
    exponent += 1
  }
  const s = (mantissa - 1) / (mantissa + 1)
  const z = s * s
  const ends = 1.0 / 15.0 + z * (1.0 / 17.0 + z * (1.0 / 19.0 + z * (1.0 / 21.0)))
  const rest = z * (1.0 / 3.0 + z * (1.0 / 5.0 + z * (1.0 / 7.0 + z * (1.0 / 9.0 + z * (1.0 / 11.0 + z * (1.0 / 13.0 + z * ends))))))
  return exponent * LN2_HIGH + (2 * s + (2 * s * rest + exponent * LN2_LOW))
}

export function exp(value: f64): f64 {
  const exponent = floor(value * (1.0 / LN2) + 0.5)
  if (exponent > MOST_EXPONENT) return Infinity
  if (exponent <= -MOST_EXPONENT) return 0
  const r = value - exponent * LN2_HIGH - exponent * LN2_LOW
  return reinterpret<f64>(<u64>(<i64>exponent + 1023) << 52) * (1 + powers(r))
}

function powers(r: f64): f64 {
  const ends = 1.0 / 40320.0 + r * (1.0 / 362880.0 + r * (1.0 / 3628800.0 + r * (1.0 / 39916800.0 + r * (1.0 / 479001600.0))))
  return r * (1 + r * (1.0 / 2.0 + r * (1.0 / 6.0 + r * (1.0 / 24.0 + r * (1.0 / 120.0 + r * (1.0 / 720.0 + r * (1.0 / 5040.0 + r * ends)))))))
}

export function cosOfTurns(turns: f64): f64 {
  const whole = turns - floor(turns)
  const quarter = floor(whole * 4 + 0.5)
  const x = (whole - quarter / 4) * (2 * PI)
  const value = (<i32>quarter & 1) == 1 ? sine(x) : cosine(x)
  return quarter == 1 || quarter == 2 ? -value : value
}

function sine(x: f64): f64 {
  const z = x * x
  const ends = 1.0 / 362880.0 - z * (1.0 / 39916800.0 - z * (1.0 / 6227020800.0 - z * (1.0 / 1307674368000.0)))
  return x * (1 - z * (1.0 / 6.0 - z * (1.0 / 120.0 - z * (1.0 / 5040.0 - z * ends))))
}

function cosine(x: f64): f64 {
  const z = x * x
  const ends = 1.0 / 40320.0 - z * (1.0 / 3628800.0 - z * (1.0 / 479001600.0 - z * (1.0 / 87178291200.0)))
  return 1 - z * (1.0 / 2.0 - z * (1.0 / 24.0 - z * (1.0 / 720.0 - z * ends)))
}
