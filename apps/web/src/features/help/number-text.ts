/** "8,000", "0.85", "14.4". */
export const inWords = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 3 })

/** A chance or share (0 to 1) in percent: "30 %", "0.1 %". */
export const percent = (share: number): string => `${inWords(share * 100)} %`
