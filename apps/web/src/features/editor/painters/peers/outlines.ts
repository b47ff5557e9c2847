import { type Flow, groupsOf } from '@plimsoll/flow'
import type { Rect } from '../../core/geometry.ts'
import { rectOf } from '../../core/placement.ts'
import type { Previewed } from '../../core/previewed.ts'
import type { Peer } from '../../state/live.ts'

/** Around what somebody else has selected or drags; `dragged`: where all of them have what they drag. */
export function outlinesOf(flow: Flow, { selection, drag }: Peer, dragged: Previewed): Rect[] {
  const ids = new Set([...selection, ...(drag?.ids ?? [])])
  if (ids.size === 0) return []
  const ends = flow.edges.flatMap(({ id, source, target }) => (ids.has(id) ? [source, target] : []))
  const shown = new Set([...ids, ...ends])
  return [...flow.nodes, ...groupsOf(flow)]
    .filter(({ id }) => shown.has(id))
    .map((element) => rectOf({ ...element, ...dragged.get(element.id) }))
}
