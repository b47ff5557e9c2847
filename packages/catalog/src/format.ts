const decimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const percentage = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

/** `1,024 GB`: a number with its unit; "1 core" keeps the unit's singular where one is given. */
export const quantity = (value: number, unit: string, singular = unit): string =>
  `${decimal.format(value)} ${value === 1 ? singular : unit}`

/** `80%` of a share between 0 and 1. */
export const percent = (share: number): string => percentage.format(share)

/** Joins the parts of a node's summary; empty parts are left out. */
export const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ')
