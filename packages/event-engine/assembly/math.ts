/* As portable-math.ts, in the same order of sums and products, so that both give the same bits. */
const LN2_HIGH: f64 = 0.6931471803691238
const LN2_LOW: f64 = 1.9082149292705877e-10
const SQRT2: f64 = 1.4142135623730951
const LN2: f64 = 0.6931471805599453
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

const PARTS: i32 = 64
let roots: usize = 0

export function setRoots(at: usize): void {
  roots = at
}

export function exp(value: f64): f64 {
  const parts = floor(value * (<f64>PARTS / LN2) + 0.5)
  const exponent = floor(parts / <f64>PARTS)
  if (exponent > MOST_EXPONENT) return Infinity
  if (exponent <= -MOST_EXPONENT) return 0
  const r = value - parts * (LN2_HIGH / <f64>PARTS) - parts * (LN2_LOW / <f64>PARTS)
  const root = load<f64>(roots + (<usize>(<i32>parts & (PARTS - 1)) << 3))
  const series = r + r * r * (1.0 / 2.0 + r * (1.0 / 6.0 + r * (1.0 / 24.0 + r * (1.0 / 120.0))))
  return reinterpret<f64>(<u64>(<i64>exponent + 1023) << 52) * (root + root * series)
}
