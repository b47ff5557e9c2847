import type { FlowNode } from '@plimsoll/flow'
import { type KeyboardEvent, useEffect } from 'react'
import { useStore } from 'zustand'
import { KindIcon } from '../../../../shared/ui/kind-icon.tsx'
import { nodeName } from '../../scene/graph.ts'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import { connect, reconnect } from '../../tools/edit/edit-flow.ts'
import { useViewportControl } from '../../tools/viewport/use-viewport-control.ts'
import { Choices, useTyping } from '../../ui/choices/choices.tsx'
import floating from '../../ui/floating.module.css'
import { focusEdge, focusNode } from '../../ui/focus.ts'
import type { OpenedPanelProps } from '../../ui/panel.ts'
import { TargetEdge } from '../../ui/previews/target-edge.tsx'
import classes from './connect-picker.module.css'
import { targetsFor } from './targets.ts'

/**
 * Chooses what a component is connected to, or where a connection's end is reconnected, by key, by touch or by click: type to narrow down,
 * arrows to choose, Enter to draw.
 */
export function ConnectPicker({ onClose }: OpenedPanelProps) {
  const session = useEditorSession()
  const flow = useDocument((state) => state.flow)
  const viewport = useViewportControl()
  const typing = useTyping()
  const { typed, position } = typing
  const { from, movedEnd } = useStore(session.connecting)
  const source = flow.nodes.find((node) => node.id === from)
  const isForward = movedEnd?.isForward ?? true
  const targets = source ? targetsFor(flow, source, { typed, isForward }) : []
  const chosen = targets[Math.min(position, targets.length - 1)]

  useEffect(() => {
    if (chosen) viewport.reveal(chosen.id)
  }, [chosen, viewport])

  if (!source) return null
  const leave = (edge = movedEnd?.id) => {
    onClose()
    if (edge === undefined) focusNode(source.id)
    else focusEdge(edge)
  }
  const draw = ({ id }: Pick<FlowNode, 'id'>) => {
    const ends = isForward ? { source: source.id, target: id } : { source: id, target: source.id }
    if (movedEnd) {
      const edge = reconnect(session, movedEnd.id, ends)
      if (edge !== null) leave(edge)
    } else if (connect(session, ends)) leave()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    leave()
  }

  const name = isForward ? `Connect ${source.data.label} to` : `Connect to ${source.data.label} from`
  return (
    <>
      {chosen && (
        <TargetEdge source={isForward ? source : chosen} target={isForward ? chosen : source} chosen={chosen} />
      )}
      <div
        className={`${floating.root} ${classes.picker}`}
        role="dialog"
        aria-label={name}
        data-own-keys=""
        onKeyDown={onKeyDown}
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onClose()}
      >
        <Choices
          name={name}
          placeholder={`${name} …`}
          {...typing}
          choices={targets.map((target) => ({
            id: target.id,
            title: target.data.label,
            name: nodeName(target),
            icon: <KindIcon type={target.type} size={22} />,
          }))}
          onPick={draw}
          nothing={typed === '' ? 'There is nothing left to connect it to.' : `No component is called “${typed}”.`}
        />
      </div>
    </>
  )
}
