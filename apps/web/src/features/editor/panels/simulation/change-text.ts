import type { ProposedChange } from '@plimsoll/simulation'

/** "Max connections 1 → 2". */
export const changeText = ({ label, from, to }: ProposedChange): string =>
  `${label} ${valueText(from)} → ${valueText(to)}`

function valueText(value: ProposedChange['from']): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return typeof value === 'number' ? value.toLocaleString('en-US') : String(value)
}
