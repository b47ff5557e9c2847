const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const

/** "812 bytes", "1.4 MiB". */
export function bytesText(bytes: number): string {
  let [value, unit] = [bytes, 0]
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${value.toLocaleString('en-US', { maximumFractionDigits: unit === 0 ? 0 : 1 })} ${UNITS[unit]}`
}
