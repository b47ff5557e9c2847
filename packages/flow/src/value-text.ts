/** A property's value as it is read. */
export function valueText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return value.toLocaleString('en-US', { maximumFractionDigits: 6 })
  if (Array.isArray(value)) return value.length === 0 ? 'empty' : value.join(', ')
  return value === '' || value === undefined ? 'empty' : String(value)
}
