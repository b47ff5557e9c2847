const decimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const percentage = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

/** `1,024 GB`: a number with its unit; "1 core" keeps the unit's singular where one is given. */
export const quantity = (value: number, unit: string, singular = unit): string =>
  `${decimal.format(value)} ${value === 1 ? singular : unit}`

/** `1 instance`, `3 instances`, `20 ms`: a number as text with its unit. */
export const withUnit = (amount: string, unit: string): string =>
  unit === '' ? amount : `${amount} ${unitOf(amount, unit)}`

/** The unit of a number as text: in the singular where it counts one. */
export const unitOf = (amount: string, unit: string): string =>
  amount === '1' && /^[a-z ]{4,}s$/.test(unit) ? unit.replace(/s$/, '').replace(/ie$/, 'y') : unit

/** `80%` of a share between 0 and 1. */
export const percent = (share: number): string => percentage.format(share)

/** Joins the parts of a node's summary; empty parts are left out. */
export const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ')
