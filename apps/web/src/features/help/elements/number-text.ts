/** "8,000", "0.85", "14.4". */
export const inWords = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 3 })

/** A number with its unit, which stay on one line. */
export const measure = (value: number, unit: string): string => `${inWords(value)}\u00a0${unit}`

/** A chance or share (0 to 1) in percent: "30 %", "0.1 %". */
export const percent = (share: number): string => measure(share * 100, '%')
