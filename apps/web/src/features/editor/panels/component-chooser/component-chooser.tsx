import '@mantine/core/styles/Popover.css'
import { Popover } from '@mantine/core'
import { NODE_KINDS, type NodeType } from '@plimsoll/catalog'
import type { Position } from '@plimsoll/flow'
import { useReactFlow } from '@xyflow/react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import { focusAgain } from '../../../../shared/ui/focus-again.ts'
import { KindIcon } from '../../../../shared/ui/kind-icon.tsx'
import { middleOf, type Rect } from '../../core/geometry.ts'
import { fitting } from '../../core/search/matching.ts'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import type { Choosing } from '../../state/component-chooser.ts'
import { useAdd } from '../../tools/add/use-add.ts'
import { addConnected } from '../../tools/edit/edit-flow.ts'
import { useViewportControl } from '../../tools/viewport/use-viewport-control.ts'
import { type Choice, Choices, useTyping } from '../../ui/choices/choices.tsx'
import { focusNode } from '../../ui/focus.ts'
import type { OpenedPanelProps } from '../../ui/panel.ts'
import { PointedAt } from '../../ui/pointed-at.tsx'
import { OpenEdge } from '../../ui/previews/open-edge.tsx'
import classes from './component-chooser.module.css'

/** From its upper edge to the middle of the canvas. */
const TO_MIDDLE = 110

interface Kind extends Choice {
  readonly id: NodeType
  readonly text: string
}

const KINDS: readonly Kind[] = Object.values(NODE_KINDS).map(({ type, label }) => ({
  id: type,
  title: label,
  text: label.toLowerCase(),
  icon: <KindIcon type={type} size={22} />,
}))

/**
 * Chooses the component that a connection leads to, where it was dropped; or one to add, in the middle of the canvas. Typing narrows the
 * list down, Enter takes, Escape goes back.
 */
export function ComponentChooser({ title, onClose }: OpenedPanelProps) {
  const session = useEditorSession()
  const choosing = useStore(session.chooser, (state) => state.choosing)
  const source = useDocument(({ flow }) => flow.nodes.find(({ id }) => id === choosing?.from))
  const { flowToScreenPosition } = useReactFlow()
  const viewport = useViewportControl()
  const add = useAdd()
  const target = useRef<HTMLSpanElement>(null)
  const [hadFocus] = useState(() => document.activeElement)
  const [at] = useState(() => {
    const rect = viewport.rect()
    return flowToScreenPosition(choosing ? nearestIn(rect, choosing.at) : middleOf(rect))
  })
  const typing = useTyping()
  const { typed } = typing

  if (choosing && !source) return null
  /** Closes it; gives back how to put the focus where it was. */
  const close = () => {
    const canvas = target.current?.closest('section')
    flushSync(onClose)
    return () => {
      if (choosing) focusNode(choosing.from)
      else if (hadFocus && canvas?.contains(hadFocus)) focusAgain(hadFocus)
      else canvas?.focus({ preventScroll: true })
    }
  }
  const pick = ({ id: type }: Kind) => {
    const goBack = close()
    if (!(choosing ? addOther(type, choosing) : add.component(type))) goBack()
  }
  const addOther = (type: NodeType, connection: Choosing): boolean => {
    const id = addConnected(session, type, connection)
    if (id === null) return false
    viewport.reveal(id)
    focusNode(id)
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && event.key !== 'Tab') return
    close()()
    event.preventDefault()
    event.stopPropagation()
  }

  const name = source && choosing ? wayOf(source.data.label, choosing) : title
  return (
    <>
      {choosing && source && <OpenEdge source={source} isForward={choosing.isForward} at={choosing.at} />}
      <Popover
        opened
        onDismiss={onClose}
        closeOnEscape={false}
        clickOutsideEvents={['pointerdown', 'wheel']}
        clickOutsideCapture
        withRoles={false}
        trapFocus
        position={choosing ? 'bottom-start' : 'bottom'}
        offset={choosing ? 0 : -TO_MIDDLE}
        floatingStrategy="fixed"
        hideDetached={false}
        transitionProps={{ duration: 0 }}
      >
        <Popover.Target>
          <PointedAt ref={target} at={at} />
        </Popover.Target>
        <Popover.Dropdown
          role="dialog"
          aria-label={name}
          data-own-keys=""
          className={classes.chooser ?? ''}
          onKeyDown={onKeyDown}
        >
          <Choices
            name={name}
            placeholder="Which component?"
            {...typing}
            choices={fitting(KINDS, typed)}
            onPick={pick}
            nothing={`No component is called “${typed}”.`}
          />
        </Popover.Dropdown>
      </Popover>
    </>
  )
}

const wayOf = (label: string, { isForward }: { isForward: boolean }): string =>
  isForward ? `Connect ${label} to` : `Connect to ${label} from`

const nearestIn = ({ x, y, width, height }: Rect, at: Position): Position => ({
  x: Math.max(x, Math.min(at.x, x + width)),
  y: Math.max(y, Math.min(at.y, y + height)),
})
