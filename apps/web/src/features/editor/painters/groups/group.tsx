import { GROUP_MINIMUM } from '@plimsoll/flow'
import type { NodeProps } from '@xyflow/react'
import { memo } from 'react'
import { useStore } from 'zustand'
import { GROUP_HANDLE, type GroupNode } from '../../scene/groups.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'
import { startRenaming } from '../../state/renaming.ts'
import { Resizer } from '../nodes/resizer.tsx'
import classes from './group.module.css'
import { GroupName } from './group-name.tsx'

const SIDES = ['top', 'right', 'bottom', 'left'] as const

/** A group: a named frame behind the nodes. It is taken by its name and its border; what lies inside belongs to the flow. */
export const Group = memo(function Frame({ id, data: { group }, selected }: NodeProps<GroupNode>) {
  const session = useEditorSession()
  const isRenaming = useStore(session.renaming, ({ renaming }) => renaming?.id === id)
  return (
    <>
      <div className={classes.area} />
      {SIDES.map((side) => (
        <div key={side} data-side={side} className={`${classes.side} ${GROUP_HANDLE}`} />
      ))}
      {isRenaming ? (
        <GroupName group={group} />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: by keyboard the group itself takes F2 and Enter.
        <div className={`${classes.name} ${GROUP_HANDLE}`} onDoubleClick={() => startRenaming(session, id)}>
          {group.label}
        </div>
      )}
      {selected && <Resizer id={id} minimum={GROUP_MINIMUM} />}
    </>
  )
})
