import { counted } from '../../../../shared/text/counted.ts'
import type { Selection } from '../../../../stores/board.ts'

/** What is selected, in words: "30 components, 5 groups". */
export function selectionText({ nodes, edges, groups }: Selection): string {
  const parts = [
    [nodes, 'component'],
    [groups, 'group'],
    [edges, 'connection'],
  ] as const
  return parts.flatMap(([{ length }, what]) => (length > 0 ? [counted(length, what)] : [])).join(', ')
}
