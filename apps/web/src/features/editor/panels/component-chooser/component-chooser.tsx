import '@mantine/core/styles/Popover.css'
import { Popover } from '@mantine/core'
import { NODE_KINDS, RECIPES } from '@plimsoll/catalog'
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
import { addConnected, type ComponentSource } from '../../tools/edit/edit-flow.ts'
import { useViewportControl } from '../../tools/viewport/use-viewport-control.ts'
import { type Choice, Choices, useTyping } from '../../ui/choices/choices.tsx'
import { focusNode } from '../../ui/focus.ts'
import type { OpenedPanelProps } from '../../ui/panel.ts'
import { PointedAt } from '../../ui/pointed-at.tsx'
import { OpenEdge } from '../../ui/previews/open-edge.tsx'
import classes from './component-chooser.module.css'

/** From its upper edge to the middle of the canvas. */
const TO_MIDDLE = 110

interface Component extends Choice {
  readonly source: ComponentSource
  readonly text: string
}

const KINDS = Object.values(NODE_KINDS).map(
  ({ type, label }): Component => ({
    id: type,
    title: label,
    source: type,
    text: label.toLowerCase(),
    icon: <KindIcon type={type} size={22} />,
  }),
)

const RECIPE_COMPONENTS = RECIPES.map(
  (recipe): Component => ({
    id: recipe.id,
    title: recipe.title,
    source: recipe,
    text: [recipe.title.toLowerCase(), ...recipe.words].join(' '),
    icon: <KindIcon type={recipe.type} size={22} />,
  }),
)

/** What fits the text, recipes too; the kinds where there is none. */
const offered = (typed: string): readonly Component[] =>
  typed.trim() === '' ? KINDS : fitting([...KINDS, ...RECIPE_COMPONENTS], typed)

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
  const pick = ({ source }: Component) => {
    const goBack = close()
    if (!(choosing ? addOther(source, choosing) : add.component(source))) goBack()
  }
  const addOther = (component: ComponentSource, connection: Choosing): boolean => {
    const id = addConnected(session, component, connection)
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
            choices={offered(typed)}
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
