import { groupsOf } from '@plimsoll/flow'
import { GROUP_HELP_ID, inGroupId } from '../../scene/groups.ts'
import { useDocument } from '../../session/use-editor-session.ts'

/** What screen readers say of groups, and of the nodes that stand in one. */
export function GroupDescriptions() {
  const groups = useDocument(({ flow }) => groupsOf(flow))
  if (groups.length === 0) return null
  return (
    <div hidden>
      <p id={GROUP_HELP_ID}>
        Enter selects this group, and Enter again renames it. Arrow keys move it with its components, with Shift
        further. Delete removes the frame alone, Escape lets it go.
      </p>
      {groups.map(({ id, label }) => (
        <p key={id} id={inGroupId(id)}>
          In group {label}.
        </p>
      ))}
    </div>
  )
}
