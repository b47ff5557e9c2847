import type { FlowNode } from '@plimsoll/flow'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useStore } from 'zustand'
import { KindIcon } from '../../../../shared/ui/kind-icon.tsx'
import { nodeName } from '../../scene/graph.ts'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import { connect, reconnect } from '../../tools/edit/edit-flow.ts'
import { useViewportControl } from '../../tools/viewport/use-viewport-control.ts'
import { focusEdge, focusNode } from '../../ui/focus.ts'
import { TargetEdge } from '../../ui/previews/target-edge.tsx'
import classes from './connect-picker.module.css'
import { targetsFor } from './targets.ts'

interface ConnectPickerProps {
  readonly from: string
  readonly onClose: () => void
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * Chooses what a component is connected to, or where a connection's end is led, by key, by touch or by click: type to narrow down, arrows to
 * choose, Enter to draw.
 */
export function ConnectPicker({ from, onClose }: ConnectPickerProps) {
  const session = useEditorSession()
  const id = useId()
  const flow = useDocument((state) => state.flow)
  const viewport = useViewportControl()
  const [typed, setTyped] = useState('')
  const [position, setPosition] = useState(0)
  const source = flow.nodes.find((node) => node.id === from)
  const movedEnd = useStore(session.connecting, (state) => state.movedEnd)
  const isForward = movedEnd?.isForward ?? true
  const targets = source ? targetsFor(flow, source, { typed, isForward }) : []
  const chosen = targets[Math.min(position, targets.length - 1)]

  useEffect(() => {
    if (chosen) viewport.reveal(chosen.id)
  }, [chosen, viewport])

  const leave = (edge = movedEnd?.id) => {
    onClose()
    if (edge === undefined) focusNode(from)
    else focusEdge(edge)
  }
  const draw = (target: FlowNode | undefined) => {
    if (!target) return
    const ends = isForward ? { source: from, target: target.id } : { source: target.id, target: from }
    if (movedEnd) {
      const edge = reconnect(session, movedEnd.id, ends)
      if (edge !== null) leave(edge)
    } else if (connect(session, ends)) leave()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step !== undefined) setPosition((targets.length + position + step) % Math.max(1, targets.length))
    else if (event.key === 'Enter') draw(chosen)
    else if (event.key === 'Escape') leave()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  if (!source) return null
  const name = isForward ? `Connect ${source.data.label} to` : `Connect to ${source.data.label} from`
  const optionId = (target: FlowNode) => `${id}-${target.id}`
  return (
    <>
      {chosen && (
        <TargetEdge source={isForward ? source : chosen} target={isForward ? chosen : source} chosen={chosen} />
      )}
      <div
        className={classes.picker}
        role="dialog"
        aria-label={name}
        data-own-keys=""
        onKeyDown={onKeyDown}
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onClose()}
      >
        <input
          // biome-ignore lint/a11y/noAutofocus: the picker was asked for by key or button, and has nothing before this field.
          autoFocus
          className={classes.search}
          role="combobox"
          aria-label={name}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen && optionId(chosen)}
          autoComplete="off"
          placeholder={`${name} …`}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setPosition(0)
          }}
        />
        {/* The focus stays in the field; the list follows it by aria-activedescendant. */}
        <div id={`${id}-list`} role="listbox" aria-label="Components" tabIndex={-1} className={classes.list}>
          {targets.map((target) => (
            <Option
              key={target.id}
              id={optionId(target)}
              target={target}
              chosen={target === chosen}
              onPick={() => draw(target)}
            />
          ))}
        </div>
        {targets.length === 0 && (
          <p className={classes.none} role="status">
            {typed === '' ? 'There is nothing left to connect it to.' : `No component is called “${typed}”.`}
          </p>
        )}
      </div>
    </>
  )
}

interface OptionProps {
  readonly id: string
  readonly target: FlowNode
  readonly chosen: boolean
  readonly onPick: () => void
}

function Option({ id, target, chosen, onPick }: OptionProps) {
  return (
    <button
      ref={(element) => {
        if (chosen) element?.scrollIntoView({ block: 'nearest' })
      }}
      id={id}
      type="button"
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      aria-label={nodeName(target)}
      className={classes.option}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      <KindIcon type={target.type} size={22} />
      <span className={classes.label}>{target.data.label}</span>
    </button>
  )
}
