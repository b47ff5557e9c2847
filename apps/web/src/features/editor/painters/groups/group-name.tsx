import { FLOW_LIMITS, type FlowGroup } from '@plimsoll/flow'
import { type KeyboardEvent, useState } from 'react'
import { useEditorSession } from '../../session/use-editor-session.ts'
import { endRenaming } from '../../state/renaming.ts'
import { focusOn } from '../../ui/focus.ts'
import classes from './group.module.css'

/** The name of a group while it is typed: Enter takes it, Escape leaves it as it was. */
export function GroupName({ group: { id, label } }: { group: FlowGroup }) {
  const session = useEditorSession()
  const [typed, setTyped] = useState(label)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    endRenaming(session, event.key === 'Enter' ? typed : null)
    focusOn(id)
  }
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the field was asked for by key or double click.
      autoFocus
      onFocus={(event) => event.currentTarget.select()}
      className={`${classes.name} ${classes.field} nodrag nopan`}
      aria-label="Name of the group"
      maxLength={FLOW_LIMITS.groupLabel}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={() => endRenaming(session, typed)}
    />
  )
}
