import { type Flow, groupsOf } from '@plimsoll/flow'
import { areaOf } from '../../../core/geometry.ts'
import { innermostGroups, isMember } from '../../../core/membership.ts'

/** The innermost group that each component and each group stands in, by id. */
export function nestingOf(flow: Flow): ReadonlyMap<string, string> {
  const parents = new Map(Array.from(innermostGroups(flow), ([id, { id: innermost }]) => [id, innermost]))
  const fromInside = groupsOf(flow).toSorted((a, b) => areaOf(a) - areaOf(b))
  for (const group of fromInside) {
    const outer = fromInside.find((other) => isMember(other, group))
    if (outer) parents.set(group.id, outer.id)
  }
  return parents
}
