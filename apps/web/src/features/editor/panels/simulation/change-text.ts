import type { Flow } from '@plimsoll/flow'
import type { ProposedChange } from '@plimsoll/simulation'
import { elementName } from '../../ui/element-names.ts'

/** "Max connections 1 → 2". */
const changeText = ({ label, from, to }: ProposedChange): string => `${label} ${valueText(from)} → ${valueText(to)}`

/** "Orders: Max connections 1 → 2, Timeout 5 → 9"; without the names that `said` says already. */
export function proposalText(flow: Flow, changes: readonly ProposedChange[], said = ''): string {
  const names = changes.map((change) => elementName(flow, change))
  const isSaid = (index: number) => said.includes(names[index] ?? '') || names[index] === names[index - 1]
  return changes.map((change, index) => `${isSaid(index) ? '' : `${names[index]}: `}${changeText(change)}`).join(', ')
}

function valueText(value: ProposedChange['from']): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return typeof value === 'number' ? value.toLocaleString('en-US') : String(value)
}
