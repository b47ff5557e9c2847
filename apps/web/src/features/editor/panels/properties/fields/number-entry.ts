export interface Limits {
  readonly min: number | null
  readonly max: number | null
}

const WRITTEN_NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/**
 * The number that a text writes, or null. A point parts the decimals (`2.5`, `.5`, `1e3`); a comma is refused, because
 * `1,000` is a thousand to one reader and one to another. Full-width digits and the typographic minus are understood.
 */
export function parseNumber(text: string): number | null {
  const plain = text.normalize('NFKC').replace('−', '-').trim()
  const value = Number(plain)
  return WRITTEN_NUMBER.test(plain) && Number.isFinite(value) ? value : null
}

const figures = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 15 })

/** A written number as it is read: "1,000,000"; any other text as it is. */
export function grouped(text: string): string {
  const value = parseNumber(text)
  return value === null || Math.abs(value) < 1000 ? text : figures.format(value)
}

/**
 * What an arrow key adds: the declared step, 1 for whole numbers, else one in the last written place (0.1 for 2.5),
 * but never more than about a tenth of the range.
 */
export function stepOf(
  value: number,
  { integer, step, min, max }: Limits & { readonly integer: boolean; readonly step?: number | undefined },
): number {
  if (step !== undefined) return step
  if (integer) return 1
  const lastPlace = 10 ** -decimals(value)
  if (min === null || max === null || max <= min) return lastPlace
  return Math.min(lastPlace, 10 ** Math.floor(Math.log10((max - min) / 10)))
}

/** `value` moved by `by` without binary residue, kept within the limits. */
export function moved(value: number, by: number, { min, max }: Limits): number {
  const sum = Number((value + by).toFixed(Math.min(20, Math.max(decimals(value), decimals(by)))))
  return Math.min(Math.max(sum, min ?? sum), max ?? sum)
}

function decimals(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e')
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent))
}
